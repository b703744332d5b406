import { expect, test } from "vitest"
import { contextContract } from "@/lib/api/context"
import { signalContract } from "@/lib/api/signal"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { Candle, Interval } from "@/lib/domain/market/candle"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import { waveMarket } from "@/lib/testing/signal-market"
import { getContext } from "./get-context"
import { getSignal } from "./get-signal"

const market = waveMarket({ driftPerDay: 0.003, wave: 0.02 })
const { nowMs } = market
const held: Record<Interval, readonly Candle[]> = { "1h": market.hours, "4h": market.fourHours, "1d": market.days }

const feed: CandleFeed = {
  candles: (_, interval) => Promise.resolve(sourced(held[interval])),
  price: () => Promise.resolve({ ...sourced(60_123.456), degraded: false }),
}

function sourced<T>(value: T) {
  return { value, asOfMs: nowMs - 5_000, fetchedAtMs: nowMs, source: "binance" }
}

const deps = { candles: feed, mode: "sandbox", nowMs } as const

test("a signal keeps the contract, and its votes add up", async () => {
  const answer = signalContract.response.parse(await getSignal({ coin: "BTC" }, deps))
  const { long, short, neutral, total } = answer.votes
  expect(long + short + neutral).toBe(total)
  expect(total + answer.meta.abstaining.length).toBe(25)
  expect(answer.price).toBe(60_123.46)
  expect(answer.outlook.range80_24h.low).toBeLessThan(answer.price)
  expect(answer.outlook.range80_7d.high).toBeGreaterThan(answer.outlook.range80_24h.high)
})

test("context shows every indicator once, by category and in detail", async () => {
  const answer = contextContract.response.parse(await getContext({ coin: "ETH" }, deps))
  const names = Object.entries(answer.indicators).flatMap(([category, values]) =>
    Object.keys(values).map((name) => `${category}.${name}`),
  )
  expect(names).toHaveLength(25)
  expect(new Set(Object.keys(answer.details))).toEqual(new Set(names))
})

test("the same feed gives the same bytes", async () => {
  expect(JSON.stringify(await getSignal({ coin: "BTC" }, deps))).toBe(
    JSON.stringify(await getSignal({ coin: "BTC" }, deps)),
  )
})

test("what both answers say about the vote is the same", async () => {
  const [signal, context] = [await getSignal({ coin: "SOL" }, deps), await getContext({ coin: "SOL" }, deps)]
  const votes = Object.values(context.details).map(({ vote }) => vote)
  expect(votes.filter((vote) => vote === "long")).toHaveLength(signal.votes.long)
  expect(context.meta).toEqual(signal.meta)
})

test("two prices that disagree are named as a weakness", async () => {
  const candles: CandleFeed = { ...feed, price: () => Promise.resolve({ ...sourced(60_000), degraded: true }) }
  const answer = await getSignal({ coin: "BTC" }, { ...deps, candles })
  expect(answer.meta.degraded).toContain("two price sources differ by more than 1 %")
})

test.each<[string, Partial<CandleFeed>]>([
  ["the price", { price: () => Promise.resolve(null) }],
  ["a series", { candles: (_, interval) => Promise.resolve(interval === "4h" ? null : sourced(held[interval])) }],
])("without %s nothing is sold", async (_, broken) => {
  await expect(getSignal({ coin: "BTC" }, { ...deps, candles: { ...feed, ...broken } })).rejects.toThrow(
    DataUnavailableError,
  )
})
