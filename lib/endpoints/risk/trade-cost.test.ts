import { expect, test } from "vitest"
import { DataUnavailableError } from "@/lib/domain/errors"
import { createBookFeeds } from "@/lib/market/feeds/book-feeds"
import { createDerivativeFeeds } from "@/lib/market/feeds/derivative-feeds"
import { createCandleFeed } from "@/lib/market/feeds/candle-feed"
import { candleProviders } from "@/lib/market/feeds/candle-providers"
import { createSandboxFeedPorts } from "@/tools/testing/feeds/sandbox"
import { COINS } from "@/lib/domain/market/coin"
import type { VenueBook } from "@/lib/domain/risk/order-book"
import { DAY_MS, HOUR_MS, isoTime } from "@/lib/domain/utc-day"
import { failingSeries } from "@/tools/testing/engine/signal-market"
import { getRisk } from "./answer"
import { riskContract } from "./contract"

const NOW_MS = Date.UTC(2026, 10, 20, 17, 7)
const asked = { coin: "BTC", capital: 10_000, risk_pct: 1 } as const

async function open(faults = "") {
  const { ports } = await createSandboxFeedPorts({ nowMs: NOW_MS, faults })
  const candles = createCandleFeed({ sources: candleProviders(ports), clock: ports.clock })
  const feeds = { ...createDerivativeFeeds(ports), ...createBookFeeds(ports) }
  return { ...feeds, candles, series: failingSeries, mode: "sandbox" as const, nowMs: NOW_MS }
}

test("with a size the plan's expected value is minus the sum of the costs", { timeout: 60_000 }, async () => {
  const deps = await open()
  const plain = await getRisk(asked, deps)
  expect(plain.trade_cost).toBeUndefined()
  for (const size of [1_000, 100_000]) {
    const answer = await getRisk({ ...asked, size }, deps)
    expect(riskContract.response.parse(answer)).toEqual(answer)
    const { trade_cost: cost, plan, levels } = answer
    const best = cost?.venues[0]
    expect(best?.venue).toBe(cost?.cheapest)
    const parts = [best?.entry_slippage_pct, best?.exit_slippage_pct, best?.fees_pct, best?.funding_pct]
    // Each simulated hour opens at the close before it.
    expect([cost?.gap_pct, best?.stop_gap_pct]).toEqual([null, null])
    expect(answer.meta.degraded.join()).toContain("no jumps")
    expect(cost?.funding_mean_30d_8h_pct).not.toBeNull()
    const sum = parts.reduce<number>((total, part) => total + (part ?? Number.NaN), 0)
    expect(Math.abs(sum - (cost?.total_pct ?? 0))).toBeLessThan(0.0003)
    const stopPct = (100 * Math.abs(levels.entry - levels.stop_loss)) / levels.entry
    for (const { expected_r } of plan.targets) expect(expected_r).toBeCloseTo(-sum / stopPct, 2)
  }
  const [small, large] = [
    await getRisk({ ...asked, size: 1_000 }, deps),
    await getRisk({ ...asked, size: 500_000 }, deps),
  ]
  const slippage = ({ trade_cost }: typeof small) => trade_cost?.venues.find(({ venue }) => venue === "kraken")
  expect(slippage(large)?.entry_slippage_pct).toBeGreaterThan(slippage(small)?.entry_slippage_pct ?? 0)
})

const quoteOf = (atMs: number, predictedPctPer8h: number) => ({
  read: () =>
    Promise.resolve({
      value: [{ atMs, venue: "hyperliquid", basisPct: 0, predictedPctPer8h }],
      asOfMs: atMs,
      fetchedAtMs: atMs,
      source: "hyperliquid",
    }),
})

test(
  "at any predicted rate the answer keeps its contract, and no target has a gain from funding",
  { timeout: 60_000 },
  async () => {
    const deps = await open()
    for (const coin of COINS) {
      const plain = await getRisk({ ...asked, coin }, deps)
      for (const rate of [0.02, 0.1, 5, -0.1]) {
        const answer = await getRisk({ ...asked, coin, size: 5_000 }, { ...deps, quotes: quoteOf(NOW_MS, rate) })
        expect(riskContract.response.parse(answer)).toEqual(answer)
        for (const [index, { expected_r, p_before_stop_14d, p_break_even }] of answer.plan.targets.entries()) {
          expect(expected_r).toBeLessThanOrEqual(0)
          expect(p_break_even).toBeGreaterThanOrEqual(p_before_stop_14d)
          expect(plain.plan.targets[index]?.p_before_stop_14d).toBe(p_before_stop_14d)
        }
      }
    }
  },
)

test("a predicted rate that is too old, or of a time that comes, is not used", { timeout: 60_000 }, async () => {
  const deps = await open()
  for (const atMs of [NOW_MS - 3 * HOUR_MS - 1, NOW_MS - 10 * DAY_MS, NOW_MS + 2 * HOUR_MS]) {
    const { trade_cost: cost, meta } = await getRisk({ ...asked, size: 1_000 }, { ...deps, quotes: quoteOf(atMs, -3) })
    expect(cost?.funding_predicted_8h_pct).toBeNull()
    expect(cost?.venues.find(({ venue }) => venue === "hyperliquid")?.total_pct).toBeNull()
    expect(meta.degraded.join()).toContain("No predicted funding rate")
  }
})

test(
  "a stale or wrong book is left out with the reason, and the sources name the books used",
  { timeout: 60_000 },
  async () => {
    const deps = await open()
    const held = await deps.books.read("BTC")
    const withBook = (change: (book: VenueBook) => VenueBook) => {
      const value = (held?.value ?? []).map((book) => (book.venue === "hyperliquid" ? change(book) : book))
      const books = { read: () => Promise.resolve(held && { ...held, value }) }
      return getRisk({ ...asked, size: 1_000 }, { ...deps, books })
    }
    const sound = await withBook((book) => book)
    const newest = ({ meta }: typeof sound, venue: string) => meta.sources.find(({ name }) => name === venue)?.as_of
    expect(["hyperliquid", "kraken"].map((venue) => newest(sound, venue))).toEqual(
      ["hyperliquid", "kraken"].map((venue) => isoTime(held?.value.find((book) => book.venue === venue)?.atMs ?? 0)),
    )
    const tenth = ({ priceUsd, sizeBase }: VenueBook["bids"][number]) => ({ priceUsd: priceUsd / 10, sizeBase })
    for (const [change, reason] of [
      [(book: VenueBook) => ({ ...book, atMs: NOW_MS - 6 * HOUR_MS }), "21600 s old"],
      [(book: VenueBook) => ({ ...book, bids: book.bids.map(tenth), asks: book.asks.map(tenth) }), "from the price"],
    ] as const) {
      const answer = await withBook(change)
      expect(answer.trade_cost?.venues.map(({ venue }) => venue)).toEqual(["kraken"])
      expect(answer.meta.degraded.join()).toMatch(new RegExp(`hyperliquid is left out: .*${reason}`))
    }
  },
)

test(
  "a size beyond every visible book has no sum, and the answer says which costs the plan uses",
  { timeout: 60_000 },
  async () => {
    const answer = await getRisk({ ...asked, size: 100_000_000 }, await open())
    expect(answer.trade_cost).toMatchObject({ total_pct: null, cheapest: null })
    expect(answer.meta.degraded.join()).toContain("20 bps")
  },
)

test("one venue may be gone; without any book nothing is sold", { timeout: 60_000 }, async () => {
  const one = await getRisk({ ...asked, size: 1_000 }, await open("hyperliquid=down"))
  expect(one.trade_cost?.venues.map(({ venue }) => venue)).toEqual(["kraken"])
  await expect(getRisk({ ...asked, size: 1_000 }, await open("hyperliquid=down,kraken=down"))).rejects.toThrow(
    DataUnavailableError,
  )
})
