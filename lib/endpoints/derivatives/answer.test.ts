import { expect, test } from "vitest"
import { z } from "zod"
import { COINS } from "@/lib/domain/market/coin"
import type { DerivativesFeeds } from "@/lib/domain/market/derivatives-feed"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createDerivativeFeeds } from "@/lib/market/feeds/derivative-feeds"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { getDerivatives } from "./answer"
import { derivativeFacts } from "./facts"
import { derivativesContract } from "./contract"

const NOW_MS = Date.UTC(2026, 10, 20, 17, 7)
const PRICE = 50_000

const price = () =>
  Promise.resolve({ value: PRICE, asOfMs: NOW_MS, fetchedAtMs: NOW_MS, source: "kraken", isDisputed: false })
const asked = { candles: { price }, nowMs: NOW_MS, mode: "live" } as const
const gone = { read: () => Promise.resolve(null) }
const GONE: DerivativesFeeds = {
  funding: gone,
  openInterest: gone,
  longShort: gone,
  takerFlow: gone,
  quotes: gone,
  liquidations: gone,
}
const feed = <P extends { readonly atMs: number }>(value: readonly P[]) => ({
  read: () =>
    Promise.resolve({
      value: value.toSorted((a, b) => a.atMs - b.atMs),
      asOfMs: NOW_MS,
      fetchedAtMs: NOW_MS,
      source: "a, b",
    }),
})
const at = (hoursAgo: number) => Math.floor(NOW_MS / HOUR_MS) * HOUR_MS - hoursAgo * HOUR_MS
const hours = Array.from({ length: 30 * 24 }, (_, ago) => ago + 1)

/** Two venues whose numbers are easily summed by hand: `a` has three times the contracts of `b`. */
const KNOWN: DerivativesFeeds = {
  openInterest: feed(
    [24, 0].flatMap((ago) => [
      { atMs: at(ago), venue: "a", openInterestBase: ago === 0 ? 330 : 300 },
      { atMs: at(ago), venue: "b", openInterestBase: ago === 0 ? 110 : 100 },
    ]),
  ),
  funding: feed(
    Array.from({ length: 90 }, (_, settlement) => 8 * settlement + 1).flatMap((ago) => [
      { atMs: at(ago), venue: "a", fundingPctPer8h: 0.01 },
      { atMs: at(ago), venue: "b", fundingPctPer8h: 0.05 },
    ]),
  ),
  longShort: feed([
    { atMs: at(0), venue: "a", longShortRatio: 3 },
    { atMs: at(0), venue: "b", longShortRatio: 1 },
  ]),
  takerFlow: feed(hours.slice(0, 40).map((ago) => ({ atMs: at(ago), venue: "a", takerBuyBase: 6, takerSellBase: 4 }))),
  quotes: feed([
    { atMs: at(0), venue: "a", basisPct: 0.02, predictedPctPer8h: 0.03 },
    { atMs: at(0), venue: "b", basisPct: -0.02, predictedPctPer8h: null },
  ]),
  liquidations: feed(hours.map((ago) => ({ atMs: at(ago), venue: "b", liquidatedBase: ago === 1 ? 50 : 1 }))),
}

test("every number is the one that follows by hand", async () => {
  const answer = await getDerivatives({ coin: "BTC" }, { ...KNOWN, ...asked })
  expect(derivativesContract.response.parse(answer)).toEqual(answer)
  expect(answer.open_interest).toEqual({
    total_base: 440,
    total_usd: 440 * PRICE,
    change_24h_pct: 10,
    venues: [
      { venue: "a", value: 330, share: 0.75, age_s: 420 },
      { venue: "b", value: 110, share: 0.25, age_s: 420 },
    ],
  })
  expect(answer.funding).toMatchObject({ paid_8h_pct: 0.02, annual_pct: 21.9, predicted_8h_pct: 0.03 })
  expect(answer.basis.mean_pct).toBe(0.01)
  const long = 0.75 * 0.75 + 0.25 * 0.5
  expect(answer.long_short.ratio).toBeCloseTo(long / (1 - long), 4)
  expect(answer.taker).toMatchObject({ buy_base_24h: 144, sell_base_24h: 96, buy_share_24h: 0.6 })
  expect(answer.liquidations).toMatchObject({ total_base_24h: 23 + 50, last_hour_percentile: 1 })
  expect(answer.liquidations.by_hour).toHaveLength(24)
  expect(answer.carry).toEqual([
    { venue: "a", funding_annual_7d_pct: 10.95, funding_annual_30d_pct: 10.95, basis_annual_pct: 21.9 },
    { venue: "b", funding_annual_7d_pct: 54.75, funding_annual_30d_pct: 54.75, basis_annual_pct: -21.9 },
  ])
  expect(answer.history_30d.funding_8h_pct.total).toHaveLength(30)
  expect(answer.history_30d.funding_8h_pct.total.every(({ value }) => value === 0.02)).toBe(true)
  expect(answer.crowding.funding_percentile, "a month of equal days").toBe(0.5)
  expect(answer.crowding.open_interest_percentile, "two days are no month").toBeNull()
  expect(answer.meta.degraded).toEqual([])
})

test("the buyers' share of a day is that of the venues' sum, and a venue that is too old is in no total of today", async () => {
  const takerFlow = feed(
    hours.flatMap((ago) => [
      { atMs: at(ago), venue: "a", takerBuyBase: 1, takerSellBase: 3 },
      { atMs: at(ago), venue: "b", takerBuyBase: 300, takerSellBase: 100 },
    ]),
  )
  const openInterest = feed([
    ...[0, ...hours].map((ago) => ({ atMs: at(ago), venue: "a", openInterestBase: 300 })),
    ...hours.filter((ago) => ago > 5).map((ago) => ({ atMs: at(ago), venue: "b", openInterestBase: 100 })),
  ])
  const { open_interest, history_30d } = await getDerivatives(
    { coin: "BTC" },
    { ...KNOWN, takerFlow, openInterest, ...asked },
  )
  expect(new Set(history_30d.taker_buy_share.total.map(({ value }) => value))).toEqual(new Set([0.745]))
  expect(history_30d.taker_buy_share.venues.map(({ days }) => days.at(-1)?.value)).toEqual([0.25, 0.75])
  expect(open_interest.total_base).toBe(300)
  expect(history_30d.open_interest_base.total.at(-1)).toEqual({ date: "2026-11-19", value: 400 })
})

test("a venue of the profile without open interest is named", async () => {
  const openInterest = { ...KNOWN.openInterest, venues: ["a", "b", "c"] }
  const { meta } = await getDerivatives({ coin: "BTC" }, { ...KNOWN, openInterest, ...asked })
  expect(meta.degraded).toEqual(["No open interest of c, so it is not in the sum."])
})

test("percentiles rank what rounding would make equal, and not what only the order of a sum makes different", async () => {
  const placeOf = async (rateOf: (ago: number) => number) => {
    const quotes = feed(
      [0, ...hours].map((ago) => ({ atMs: at(ago), venue: "a", basisPct: rateOf(ago), predictedPctPer8h: null })),
    )
    return (await getDerivatives({ coin: "BTC" }, { ...KNOWN, quotes, ...asked })).crowding.basis_percentile
  }
  expect(await placeOf((ago) => 0.01 - 1e-7 * ago)).toBe(1)
  expect(await placeOf((ago) => (ago === 0 ? 0.1 + 0.2 : 0.3))).toBe(0.5)
})

test("open interest in another unit is not read while a reading of the day before is known", async () => {
  const { ports, time } = await createSandboxFeedPorts({ nowMs: NOW_MS })
  let factor = 1
  const postJson: typeof ports.http.postJson = async (url, options) => {
    const read = await ports.http.postJson(url, { ...options, schema: z.unknown() })
    const scaled = JSON.stringify(read).replaceAll(/"openInterest":"([\d.]+)"/g, (_, amount: string) =>
      JSON.stringify({ openInterest: String(factor * Number(amount)) }).slice(1, -1),
    )
    return options.schema.parse(JSON.parse(scaled))
  }
  const feeds = createDerivativeFeeds({ ...ports, http: { ...ports.http, postJson } })
  const newest = async () => {
    await feeds.openInterest.refreshIfDue()
    const held = await feeds.openInterest.read("BTC")
    return held?.value.findLast(({ venue }) => venue === "hyperliquid")
  }
  const first = await newest()
  factor = 100_000
  time.advance(HOUR_MS)
  expect(await newest()).toEqual(first)
  factor = 1
  time.advance(HOUR_MS)
  expect((await newest())?.atMs).toBe(NOW_MS + 2 * HOUR_MS)
})

test("a venue with an error of its own, such as a value of tomorrow, is not read before its time", async () => {
  const later = [{ atMs: NOW_MS + HOUR_MS, venue: "b", openInterestBase: 9e9 }]
  const known = await KNOWN.openInterest.read("BTC")
  const openInterest = feed([...(known?.value ?? []), ...later])
  const answer = await getDerivatives({ coin: "BTC" }, { ...KNOWN, openInterest, ...asked })
  expect(answer.open_interest.total_base).toBe(440)
})

test("missing parts are null and named; without open interest nothing is sold", async () => {
  const answer = await getDerivatives({ coin: "BTC" }, { ...GONE, openInterest: KNOWN.openInterest, ...asked })
  expect(derivativesContract.response.parse(answer)).toEqual(answer)
  expect(answer.funding.paid_8h_pct).toBeNull()
  expect(answer.crowding.percentile).toBeNull()
  expect(answer.meta.degraded).toEqual(
    ["funding rates", "long/short ratios", "taker flow", "basis and predicted funding", "liquidations"].map(
      (name) => `Not known: ${name}.`,
    ),
  )
  await expect(getDerivatives({ coin: "BTC" }, { ...GONE, ...asked })).rejects.toThrow("too old")
})

test("a quiet hour among quiet hours has no high percentile, and a burst has", async () => {
  const place = async (newest: number, liquidatedBase: (ago: number) => number) => {
    const points = hours.map((ago) => ({
      atMs: at(ago),
      venue: "b",
      liquidatedBase: ago === 1 ? newest : liquidatedBase(ago),
    }))
    const feeds = { ...KNOWN, liquidations: feed(points) }
    const { liquidations } = await getDerivatives({ coin: "BTC" }, { ...feeds, ...asked })
    const facts = await derivativeFacts("BTC", feeds, NOW_MS)
    expect(facts.liquidations).toBe(100 * (liquidations.last_hour_percentile ?? Number.NaN))
    return liquidations.last_hour_percentile
  }
  expect(await place(0, () => 0)).toBe(0.5)
  expect(await place(0, (ago) => (ago % 10 === 0 ? 1 : 0))).toBeCloseTo(0.45, 2)
  expect(await place(2, (ago) => (ago % 10 === 0 ? 1 : 0))).toBe(1)
})

test("a venue with part of the day's taker flow is left out and named; the others show their age", async () => {
  const flow = (venue: string, from: number, buy: number, sell: number) =>
    Array.from({ length: 30 }, (_, i) => ({ atMs: at(from + i), venue, takerBuyBase: buy, takerSellBase: sell }))
  const takerFlow = feed([...flow("a", 2, 10, 10), ...flow("b", 21, 100, 0)])
  const { taker, meta } = await getDerivatives({ coin: "BTC" }, { ...KNOWN, takerFlow, ...asked })
  expect(taker).toEqual({
    buy_base_24h: 230,
    sell_base_24h: 230,
    buy_share_24h: 0.5,
    venues: [{ venue: "a", buy_base_24h: 230, sell_base_24h: 230, age_s: 3_600 + 420 }],
  })
  expect(meta.degraded).toEqual(["The taker flow of b is not whole over 24 hours, so it is not in the sum."])
})

test("the carry of a span needs settlements of the whole span, whatever the interval", async () => {
  const carryOf = async (settlements: number) => {
    const every4h = Array.from({ length: settlements }, (_, i) => ({
      atMs: at(1 + 4 * i),
      venue: "a",
      fundingPctPer8h: 0.01,
    }))
    const { carry } = await getDerivatives({ coin: "BTC" }, { ...KNOWN, funding: feed(every4h), ...asked })
    return carry.map(({ funding_annual_7d_pct, funding_annual_30d_pct }) => [
      funding_annual_7d_pct,
      funding_annual_30d_pct,
    ])
  }
  expect(await carryOf(21)).toEqual([[null, null]])
  expect(await carryOf(100)).toEqual([[10.95, null]])
  expect(await carryOf(200)).toEqual([[10.95, 10.95]])
})

test("a venue with open interest and no settled rate is named, and the mean is of the others", async () => {
  const funding = feed([{ atMs: at(1) + 11, venue: "a", fundingPctPer8h: 0.01 }])
  const answer = await getDerivatives({ coin: "BTC" }, { ...KNOWN, funding, ...asked })
  expect(answer.funding.paid_8h_pct).toBe(0.01)
  expect(answer.meta.degraded).toEqual(["No settled funding rate of b, so it is not in the mean."])
})

test.each(["open", "strict"] as const)(
  "the sandbox fills every part in the profile %s",
  { timeout: 60_000 },
  async (profile) => {
    const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS })
    const feeds = createDerivativeFeeds({ ...ports, profile })
    for (const coin of COINS) {
      const answer = await getDerivatives({ coin }, { ...feeds, ...asked })
      expect(derivativesContract.response.parse(answer)).toEqual(answer)
      expect(answer.meta.degraded).toEqual([])
      const names = answer.open_interest.venues.map(({ venue }) => venue)
      expect(names).toEqual(
        profile === "open"
          ? ["okx", "binance-futures", "bybit", "hyperliquid", "kraken-futures"]
          : ["hyperliquid", "kraken-futures"],
      )
      for (const { total } of Object.values(answer.history_30d)) expect(total.length).toBeGreaterThanOrEqual(4)
      expect(answer.history_30d.open_interest_base.total.length).toBeGreaterThanOrEqual(25)
      expect(answer.funding.venues.every(({ predicted_8h_pct }) => predicted_8h_pct !== null)).toBe(true)
      expect(answer.crowding.percentile).not.toBeNull()
      const sum = answer.open_interest.venues.reduce((total, { value }) => total + value, 0)
      expect(Math.abs(sum - answer.open_interest.total_base)).toBeLessThan(0.05)
    }
    const oldest = (await feeds.quotes.read("BTC"))?.value[0]?.atMs ?? NOW_MS
    expect(NOW_MS - oldest).toBeGreaterThan(25 * DAY_MS)
  },
)
