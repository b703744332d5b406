import { expect, test } from "vitest"
import { INTERVALS, intervalMs } from "@/lib/domain/market/candle"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { testMarket as market } from "@/tools/testing/feeds/test-market"
import { createBinanceSource } from "@/lib/market/sources/binance/client"
import { createBybitSource } from "@/lib/market/sources/bybit/client"
import { createCoinbaseSource } from "@/lib/market/sources/coinbase/client"
import { createHyperliquidSource } from "@/lib/market/sources/hyperliquid/client"
import { createKrakenSource } from "@/lib/market/sources/kraken/client"
import { createOkxSource } from "@/lib/market/sources/okx/spot-client"
import { createFakeProvider } from "@/tools/testing/feeds/fake-provider"
import { createCandleSeries } from "./candle-series"

const MIDNIGHT = Date.UTC(2026, 10, 21)
const SETTLED_MS = 10_000

/** Kraken has only 720 hours, which are too few for a 1h series. */
const providers = [
  { name: "binance", create: createBinanceSource, intervals: INTERVALS },
  { name: "coinbase", create: createCoinbaseSource, intervals: INTERVALS },
  { name: "kraken", create: createKrakenSource, intervals: ["4h", "1d"] as const },
  { name: "okx", create: createOkxSource, intervals: INTERVALS },
  { name: "hyperliquid", create: createHyperliquidSource, intervals: INTERVALS },
  { name: "bybit", create: createBybitSource, intervals: INTERVALS },
]

const cases = providers.flatMap(({ intervals, ...provider }) =>
  intervals.map((interval) => ({ ...provider, interval })),
)

test.each(cases)(
  "$name $interval: the series ends with the newest settled candle, without the running candle",
  async ({ create, interval }) => {
    const simulated = createSandboxFetch({ market, clock: () => time.clock() })
    const { http, time } = createFakeProvider(
      async (request) => {
        const response = await simulated(request)
        return { status: response.status, body: await response.text() }
      },
      { startMs: MIDNIGHT },
    )
    const source = create({ http, clock: time.clock })
    const stepMs = intervalMs[interval]
    const open = () =>
      createCandleSeries({ coin: "BTC", interval, sources: [source], clock: time.clock, store: undefined })
    const series = open()
    for (const [nowMs, lastCloseMs] of [
      [MIDNIGHT - 1, MIDNIGHT - stepMs],
      [MIDNIGHT + SETTLED_MS, MIDNIGHT],
      [MIDNIGHT + stepMs / 2, MIDNIGHT],
      [MIDNIGHT + stepMs + SETTLED_MS, MIDNIGHT + stepMs],
    ] as const) {
      time.set(nowMs)
      await series.refreshIfDue()
      const held = await series.read()
      expect(held?.value.at(-1)?.openTimeMs, "the open time of the last candle").toBe(lastCloseMs - stepMs)
      expect(held?.asOfMs).toBe(lastCloseMs)
    }
    time.advance(stepMs)
    const closed = (await series.read())?.value.at(-1)
    const again = (await open().read())?.value
    expect(
      again?.find(({ openTimeMs }) => openTimeMs === closed?.openTimeMs),
      "the closed candle does not change later",
    ).toEqual(closed)
  },
)
