import fc from "fast-check"
import { expect, test } from "vitest"
import { isSourceError } from "@/lib/outbound/errors"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { fixtureText } from "@/tools/testing/feeds/fixtures"
import { usableQuotes } from "@/lib/domain/options/option-quote"
import { createDeribitSource } from "./client"

const NOW = Date.UTC(2026, 10, 25, 12)
const NOVEMBER = Date.UTC(2026, 10, 27, 8)
const DECEMBER = Date.UTC(2026, 11, 25, 8)

const option = (instrument_name: string, open_interest: unknown, underlying_price: unknown = 100_000) => ({
  instrument_name,
  open_interest,
  underlying_price,
  last: null,
})

function source(results: Readonly<Record<string, unknown>>) {
  const { http, time, requests } = createFakeProvider(
    ({ url }) => ({ body: { jsonrpc: "2.0", result: results[new URL(url).searchParams.get("currency") ?? ""] } }),
    { startMs: NOW },
  )
  return { requests, deribit: createDeribitSource({ http, clock: time.clock }) }
}

test("a monthly expiry has the notional of both coins' options, and its impact depends on the notional", async () => {
  const { deribit } = source({
    BTC: [
      option("BTC-27NOV26-100000-C", 40_000),
      option("BTC-27NOV26-90000-P", 20_000),
      option("BTC-28NOV26-90000-P", 9_000),
      option("BTC-25DEC26-90000-P", 190_000),
      option("BTC_USDC-27NOV26", 1),
    ],
    ETH: [option("ETH-27NOV26-4000-C", 100_000, 4_000), option("ETH-25DEC26-4000-C", 500_000, 4_000)],
  })
  const { entries } = await deribit.calendar()
  expect(entries.map(({ when, notionalUsd, impact }) => [when, notionalUsd, impact])).toEqual([
    [{ atMs: NOVEMBER }, 6_400_000_000, "medium"],
    [{ atMs: DECEMBER }, 21_000_000_000, "high"],
  ])
})

test("an expiry without listed options has no notional and the default impact", async () => {
  const { deribit } = source({ BTC: [option("BTC-27NOV26-1-C", 1)], ETH: [option("ETH-27NOV26-1-C", 1)] })
  const december = (await deribit.calendar()).entries.find(({ when }) => "atMs" in when && when.atMs === DECEMBER)
  expect(december).toMatchObject({ impact: "medium" })
  expect(december).not.toHaveProperty("notionalUsd")
})

test("the documented answer is read", async () => {
  const { http, time } = createFakeProvider(
    () => ({ body: fixtureText("lib/market/sources/deribit/fixtures/book_summary_shape.json") }),
    {
      startMs: NOW,
    },
  )
  const { entries } = await createDeribitSource({ http, clock: time.clock }).calendar()
  // (1,520.3 + 801) coins at 110,250.25, the same list for both coins.
  expect(entries.find(({ notionalUsd }) => notionalUsd !== undefined)?.notionalUsd).toBe(
    Math.round(2 * 2_321.3 * 110_250.25),
  )
})

const row = (instrument_name: string, given: object = {}) => ({
  ...option(instrument_name, 1),
  mark_iv: 50,
  mark_price: 0.02,
  bid_price: 0.019,
  ask_price: 0.021,
  creation_timestamp: NOW,
  ...given,
})

test("a day that the month does not have is no expiry, and a row from the future is not the time of the list", async () => {
  const rows = [
    row("BTC-31FEB27-100000-C"),
    row("BTC-26FEB27-100000-C"),
    row("BTC-26FEB27-90000-P", { creation_timestamp: NOW + 3_600_000 }),
  ]
  const { quotes, asOfMs } = await source({ BTC: rows }).deribit.options("BTC")
  expect(quotes.map(({ expiryMs }) => expiryMs)).toEqual([Date.UTC(2027, 1, 26, 8), Date.UTC(2027, 1, 26, 8)])
  expect(asOfMs).toBe(NOW)
})

test("options without a mark are read, so that many of them do not refuse the list, and are left out", async () => {
  const rows = Array.from({ length: 10 }, (_, index) =>
    row(`BTC-26FEB27-${90_000 + 1_000 * index}-C`, index % 2 === 0 ? {} : { mark_iv: null, mark_price: null }),
  )
  const { quotes } = await source({ BTC: rows }).deribit.options("BTC")
  expect(quotes).toHaveLength(10)
  expect(usableQuotes(quotes, NOW).leftOut.implausible).toBeGreaterThanOrEqual(5)
  expect(quotes.filter(({ mark, markVolatility }) => Number.isNaN(mark) && Number.isNaN(markVolatility))).toHaveLength(
    5,
  )
})

test("prices in dollars are read in forwards, like prices in coins", async () => {
  const rows = [row("SOL_USDC-26FEB27-150-C", { underlying_price: 200, mark_price: 4, bid_price: 3, ask_price: null })]
  const [quote] = (await source({ USDC: rows }).deribit.options("SOL")).quotes
  expect(quote).toMatchObject({ mark: 0.02, bid: 0.015, ask: null })
})

test("any list gives expiries or a source error", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.string(), fc.anything(), fc.double()), { maxLength: 5 }), async (rows) => {
      const list = rows.map(([name, open, price]) => option(name, open, price))
      const outcome = await source({ BTC: list, ETH: list })
        .deribit.calendar()
        .catch((error: unknown) => error)
      if (outcome instanceof Error) expect(isSourceError(outcome)).toBe(true)
    }),
    { numRuns: 100 },
  )
})
