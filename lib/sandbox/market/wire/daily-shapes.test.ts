import { expect, test } from "vitest"
import { shapeFaults, type ShapeCase } from "@/tools/testing/feeds/shape-faults"

const cases: readonly ShapeCase[] = [
  {
    url: "api.alternative.me/fng/?limit=2&format=json",
    sample: {
      name: "Fear and Greed Index",
      data: [{ value: "47", value_classification: "Neutral", timestamp: "1777248000", time_until_update: "25675" }],
      metadata: { error: null },
    },
  },
  {
    url: "stablecoins.llama.fi/stablecoincharts/all",
    sample: [
      { date: "1707955200", totalCirculating: { peggedUSD: 88365136 }, totalCirculatingUSD: { peggedUSD: 88718597 } },
    ],
  },
  {
    url: "query1.finance.yahoo.com/v8/finance/chart/%5EVIX?range=3mo&interval=1d",
    sample: {
      chart: {
        result: [
          {
            meta: {
              currency: "USD",
              symbol: "^VIX",
              regularMarketTime: 1786479301,
              gmtoffset: -18000,
              regularMarketPrice: 15.28,
            },
            timestamp: [1783926000],
            indicators: { quote: [{ close: [16.5], open: [16.3], high: [16.6], low: [16.1], volume: [0] }] },
          },
        ],
        error: null,
      },
    },
  },
  {
    url: "query1.finance.yahoo.com/v8/finance/chart/NOPE?range=3mo&interval=1d",
    sample: {
      chart: { result: null, error: { code: "Not Found", description: "No data found, symbol may be delisted" } },
    },
  },
  {
    url: "farside.co.uk/wp-json/wp/v2/pages?slug=btc",
    sample: [{ id: 1321, slug: "btc", modified_gmt: "2026-11-20T00:00:00", content: { rendered: "<table>" } }],
  },
]

test.each(cases)("the sandbox answers $url $body.type in the provider's shape", async (shape) => {
  expect(await shapeFaults(shape)).toEqual([])
})
