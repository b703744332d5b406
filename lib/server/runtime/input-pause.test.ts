import { expect, test } from "vitest"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { HOUR_MS } from "@/lib/domain/utc-day"
import type { Feeds } from "@/lib/market/feeds/all-feeds"
import { createInputPause } from "./input-pause"

type CandleStatus = ReturnType<Parameters<typeof createInputPause>[0]["candles"]["status"]>
type Freshness = Parameters<ReturnType<typeof createInputPause>>[0]["freshness"]
type Series = { readonly kind: string; readonly ageMs: number | null }

/** A gate over candles and feeds whose state a test changes. */
function open() {
  const series = new Map<Coin, readonly Series[]>()
  const revisions = { news: 0, openInterest: new Map<Coin, number>() }
  let asked = 0
  const status = () => {
    asked += 1
    const all = [...series].flatMap(([coin, own]) =>
      own.map((one) => ({ coin, ...one, asOfMs: one.ageMs === null ? null : 1 })),
    )
    return { series: all, sources: [{ name: "venue" }] } as unknown as CandleStatus
  }
  const feed = (revision: (coin?: Coin) => number, isDisabled = false) => ({ status: () => ({ isDisabled }), revision })
  const feeds = {
    news: feed(() => revisions.news),
    options: feed(() => 0, true),
    openInterest: feed((coin) => revisions.openInterest.get(coin ?? "BTC") ?? 0),
  }
  const pauseOf = createInputPause({
    candles: { status },
    feeds: feeds as unknown as Feeds,
    hasSoldDay: () => true,
  })
  const whyNot = (freshness: Partial<Freshness>, coin?: Coin) =>
    pauseOf({ id: "signal", freshness: { changesWith: "price", needs: [], ...freshness } }, coin)?.why ?? null
  return { series, revisions, whyNot, asked: () => asked }
}

const PRICE: Series = { kind: "price", ageMs: 0 }

test("an input is asked for until it was read, and never again", () => {
  const { series, revisions, whyNot, asked } = open()
  expect(whyNot({ needs: ["price"] }, "BTC")).toContain("not read yet")
  expect(whyNot({ needs: ["price"] }, "BTC")).toContain("not read yet")
  expect(asked()).toBe(2)
  series.set("BTC", [PRICE])
  expect(whyNot({ needs: ["price", "news"] }, "BTC")).toContain("not read yet")
  revisions.news = 1
  expect(whyNot({ needs: ["price", "news"] }, "BTC")).toBeNull()
  expect(whyNot({ needs: ["price", "news"] }, "BTC")).toBeNull()
  expect(asked()).toBe(3)
  expect(whyNot({ needs: ["price", "options"] }, "BTC")).toContain("no provider")
  expect(whyNot({ needs: ["price", "options"] }, "BTC")).toContain("no provider")
})

test("a coin whose candles were never read is not sold, the others are, and an answer on all coins waits for it", () => {
  const { series, whyNot } = open()
  const candles = ["1h", "4h", "1d"].map((kind) => ({ kind, ageMs: 0 }))
  const call = { needs: ["price"], atClose: ["1h", "4h", "1d"] } as const
  for (const coin of ["BTC", "ETH"] as const) series.set(coin, [PRICE, ...candles])
  series.set("SOL", [PRICE, ...candles.slice(0, 2), { kind: "1d", ageMs: null }])
  expect(COINS.map((coin) => whyNot(call, coin))).toEqual([null, null, "its data is not read yet"])
  expect(whyNot(call), "one coin is enough for a list of what is sold").toBeNull()
  expect(whyNot({ ...call, coins: COINS })).toContain("not read yet")
  expect(whyNot({ ...call, coins: ["BTC"] })).toBeNull()
  series.set("SOL", [PRICE, ...candles])
  expect(whyNot({ ...call, coins: COINS })).toBeNull()
})

test("a feed of every coin counts for the coins that it has read", () => {
  const { revisions, whyNot } = open()
  revisions.openInterest.set("ETH", 1)
  expect(COINS.map((coin) => whyNot({ needs: ["openInterest"] }, coin) === null)).toEqual([false, true, false])
  expect(whyNot({ needs: ["openInterest"] })).toBeNull()
})

test("stored candles that are too old to be sold do not count as read", () => {
  const { series, whyNot } = open()
  series.set("BTC", [
    { kind: "price", ageMs: HOUR_MS },
    { kind: "1h", ageMs: 5 * HOUR_MS },
  ])
  expect(whyNot({ needs: ["price"] }, "BTC")).toContain("not read yet")
  expect(whyNot({ needs: ["1h"] }, "BTC"), "read at the last close of four hours").toBeNull()
})
