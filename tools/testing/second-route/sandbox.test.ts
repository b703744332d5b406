import { expect, test } from "vitest"
import { COINS } from "@/lib/domain/market/coin"
import { createCalendarFeeds } from "@/lib/market/feeds/calendar-feeds"
import { createCandleFeed } from "@/lib/market/feeds/candle-feed"
import { createDerivativeFeeds } from "@/lib/market/feeds/derivative-feeds"
import { createDominanceFeeds } from "@/lib/market/feeds/dominance-feeds"
import { createEtfFeeds } from "@/lib/market/feeds/etf-feeds"
import { createMarketFeeds } from "@/lib/market/feeds/market-feeds"
import { createSeriesFeed } from "@/lib/market/feeds/series-feed"
import { createSandboxFetch } from "@/lib/sandbox/market/sandbox-fetch"
import { parseFaults } from "@/lib/sandbox/market/faults"
import { createBinanceSource } from "@/lib/market/sources/binance/client"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { testMarket } from "@/tools/testing/feeds/test-market"
import { getContext } from "@/lib/endpoints/context/answer"
import { getMarketOverview } from "@/lib/endpoints/market-overview/answer"
import { getRegime } from "@/lib/endpoints/regime/answer"
import { getRisk } from "@/lib/endpoints/risk/answer"
import { readInputs } from "@/lib/usecases/read-market"
import { type Bar, last } from "./arithmetic"
import { expectContext, expectOverview, expectRegime, expectRisk } from "./expect-answers"
import { recordedOf } from "./market"

/** A Friday on which every market was open, an hour after a 4h close. */
const NOW_MS = Date.UTC(2026, 10, 20, 17, 7)
const SPAN = { "1h": 3_600_000, "4h": 14_400_000, "1d": 86_400_000 } as const

/** Closed klines as the venue's own answer has them, read without the adapter. */
async function klines(coin: string, interval: keyof typeof SPAN, count: number): Promise<readonly Bar[]> {
  const fetchFrom = createSandboxFetch({ market: testMarket, clock: () => NOW_MS, faults: parseFaults("") })
  const bars: Bar[] = []
  for (let endMs = NOW_MS; bars.length < count; endMs = last(bars, bars.length).t - 1) {
    const query = `symbol=${coin}USDT&interval=${interval}&endTime=${endMs}&limit=1000`
    const response = await fetchFrom(`https://data-api.binance.vision/api/v3/klines?${query}`)
    const rows = (await response.json()) as readonly (readonly [number, ...string[]])[]
    const page = rows.map(([t, , h, l, c, v, , , , b]) => ({
      t,
      h: Number(h),
      l: Number(l),
      c: Number(c),
      v: Number(v),
      b: Number(b),
    }))
    bars.unshift(...page)
    if (page.length === 0) break
  }
  const closeMs = Math.floor(NOW_MS / SPAN["4h"]) * SPAN["4h"]
  return bars.filter(({ t }) => t + SPAN[interval] <= closeMs).slice(-count)
}

test("every number of context, risk, regime and overview is recomputed from what the sandbox's providers say", async () => {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS })
  const feeds = { ...createMarketFeeds(ports), ...createDerivativeFeeds(ports), ...createEtfFeeds(ports) }
  const { dominance } = createDominanceFeeds(ports)
  const { calendar } = createCalendarFeeds(ports)
  const candles = createCandleFeed({ sources: [createBinanceSource(ports)], clock: ports.clock })
  const deps = { candles, series: createSeriesFeed(feeds), mode: "sandbox" as const, nowMs: ports.clock() }
  const overview = await getMarketOverview({}, { ...deps, ...feeds, dominance })
  for (const coin of COINS) {
    const price = (await candles.price(coin))?.value ?? Number.NaN
    const recorded = {
      ...recordedOf(await readInputs(coin, deps), { nowMs: deps.nowMs, price }),
      days: await klines(coin, "1d", 365),
      fours: await klines(coin, "4h", 540),
      hours: await klines(coin, "1h", 1464),
    }
    const compared = expectContext(await getContext({ coin }, deps), recorded)
    expect(compared.length, "25 values and what the rules compare").toBe(37)
    expectRisk(await getRisk({ coin, capital: 25_000, risk_pct: 2 }, deps), recorded, 25_000)
    expectOverview(overview, recorded, coin)
    if (coin === "BTC")
      expectRegime(await getRegime({}, { ...deps, ...feeds, calendar }), recorded, await klines(coin, "1d", 700))
  }
  const { etf, etf_flows, stablecoin, stablecoin_flows } = overview
  const table = (await feeds.etfFlows.read("BTC"))?.value ?? []
  const sessions = table
    .filter(({ isFinal, atMs }) => isFinal && atMs + 20 * 3_600_000 <= NOW_MS)
    .toSorted((x, y) => x.atMs - y.atMs)
  const newest = last(sessions)
  const week = sessions.filter(({ atMs }) => atMs > newest.atMs - 7 * 86_400_000)
  expect(etf.total_m).toBeCloseTo(newest.totalUsdM, 5)
  expect(etf_flows.BTC.flow_7d_m).toBeCloseTo(
    week.reduce((total, { totalUsdM }) => total + totalUsdM, 0),
    5,
  )
  expect(stablecoin.change_7d_b).toBe(stablecoin_flows.change_7d_b)
}, 60_000)
