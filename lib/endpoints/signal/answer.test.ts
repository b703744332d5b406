import { directionOf } from "@/lib/domain/signals/decide"
import { expect, test } from "vitest"
import { contextContract } from "@/lib/endpoints/context/contract"
import { signalContract } from "./contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { Candle, Interval } from "@/lib/domain/market/candle"
import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import { CATEGORIES } from "@/lib/domain/signals/indicator"
import { parameters } from "@/lib/domain/signals/parameters"
import { idOf, indicators } from "@/lib/domain/signals/registry"
import { categoryVote, type Counts, perCategory, scoreOf } from "@/lib/domain/signals/vote-counts"
import { forecastWith } from "@/tools/testing/engine/forecasts"
import { range80 } from "@/lib/domain/volatility/cone"
import { failingSeries, waveMarket } from "@/tools/testing/engine/signal-market"
import { getContext } from "@/lib/endpoints/context/answer"
import { strengthOf } from "@/lib/domain/signals/strength"
import { getSignal } from "./answer"
import { roundPrice } from "@/lib/usecases/rounding"

const market = waveMarket({ driftPerDay: 0.003, wave: 0.02 })
const { nowMs } = market
const held: Record<Interval, readonly Candle[]> = { "1h": market.hours, "4h": market.fourHours, "1d": market.days }

const feed: CandleFeed = {
  candles: (_, interval) => Promise.resolve(sourced(held[interval])),
  price: () => Promise.resolve({ ...sourced(60_123.456), isDisputed: false }),
}

function sourced<T>(value: T) {
  return { value, asOfMs: nowMs - 5_000, fetchedAtMs: nowMs, source: "binance" }
}

const deps = { candles: feed, series: failingSeries, mode: "sandbox", nowMs } as const

test("a signal matches the contract, and its votes add up", async () => {
  const answer = signalContract.response.parse(await getSignal({ coin: "BTC" }, deps))
  const { long, short, neutral, total } = answer.votes
  expect(long + short + neutral).toBe(total)
  expect(total + answer.meta.abstaining.length).toBe(indicators.length)
  expect(answer.price).toBe(60_123.46)
  expect(answer.price_of_record).toBe(answer.levels?.entry)
  expect(answer.outlook.range80_24h.low).toBeLessThan(answer.price_of_record ?? 0)
  expect(answer.outlook.range80_7d.high).toBeGreaterThan(answer.outlook.range80_24h.high)
})

test("the published example is consistent with the engine's rules", () => {
  const { signal, votes, categories, breakdown, outlook, price, meta } = signalContract.example
  const all = perCategory((category) => breakdown[category])
  const sum = (key: keyof Counts) => Object.values(all).reduce((total, counts) => total + counts[key], 0)
  const counts = { long: sum("long"), short: sum("short"), neutral: sum("neutral"), unavailable: sum("unavailable") }
  expect(votes).toEqual({ long: counts.long, short: counts.short, neutral: counts.neutral, total: votes.total })
  // The example may be older than an indicator.
  expect(votes.total + counts.unavailable).toBeLessThanOrEqual(indicators.length)
  expect(meta.abstaining).toHaveLength(counts.unavailable)
  for (const category of CATEGORIES) {
    const counted = Object.values(breakdown[category]).reduce((total, each) => total + each, 0)
    expect(counted, category).toBeGreaterThan(0)
    expect(counted, category).toBeLessThanOrEqual(indicators.filter((one) => one.category === category).length)
  }
  expect(categories).toEqual(perCategory((category) => categoryVote(breakdown[category])))
  expect(votes.total).toBeGreaterThanOrEqual(parameters.minimum.indicators)
  expect(signal.direction).toBe(directionOf(scoreOf(counts)))
  expect(signal.strength).toBe(strengthOf(signal.direction, scoreOf(counts)))
  const { low, high } = range80(
    price,
    forecastWith({ sigma24h: outlook.expected_move_24h_pct / 100, sigma7d: 1 }),
    "24h",
  )
  expect(outlook.range80_24h).toEqual({ low: roundPrice(low), high: roundPrice(high) })
})

test("no number of an answer is −0 or NaN or has more than four decimals", async () => {
  const answers = [await getSignal({ coin: "BTC" }, deps), await getContext({ coin: "BTC" }, deps)]
  for (const number of answers.flatMap(numbersOf)) {
    expect(Number.isFinite(number) && !Object.is(number, -0)).toBe(true)
    expect(String(number).replace(/^-?\d+\.?/, "").length, String(number)).toBeLessThanOrEqual(4)
  }
})

test("levels are in order and each has its odds", async () => {
  const { levels, level_odds: odds } = await getSignal({ coin: "BTC" }, deps)
  if (!levels || !odds) throw new Error("no levels")
  const side = odds.side === "long" ? 1 : -1
  const steps = [levels.stop_loss, levels.entry, levels.take_profit_1, levels.take_profit_2, levels.take_profit_3]
  expect(steps).toEqual(steps.toSorted((a, b) => side * (a - b)))
  expect(odds.take_profits).toHaveLength(3)
  expect(odds.take_profits[0]?.p_before_stop_14d).toBeGreaterThan(odds.take_profits[2]?.p_before_stop_14d ?? 1)
})

test("a signal near its direction's bounds keeps the previous direction", async () => {
  const alone = await getSignal({ coin: "BTC" }, deps)
  const asked: string[] = []
  const previousDirection = (coin: string) => {
    asked.push(coin)
    return Promise.resolve(alone.signal.direction)
  }
  const kept = await getSignal({ coin: "BTC" }, { ...deps, previousDirection })
  expect(asked).toEqual(["BTC"])
  expect(kept.signal.direction).toBe(alone.signal.direction)
})

test("context has every indicator once in its category and once in the details", async () => {
  const answer = contextContract.response.parse(await getContext({ coin: "ETH" }, deps))
  const names = Object.entries(answer.indicators).flatMap(([category, values]) =>
    Object.keys(values).map((name) => `${category}.${name}`),
  )
  const compared = Object.entries(answer.details).flatMap(([id, { voted }]) =>
    voted === undefined ? [] : [`${id.split(".")[0]}.${voted.name}`],
  )
  expect(Object.keys(answer.details)).toEqual(indicators.map(idOf))
  expect(names.toSorted()).toEqual([...Object.keys(answer.details), ...compared].toSorted())
})

test("the same feed gives the same bytes", async () => {
  expect(JSON.stringify(await getSignal({ coin: "BTC" }, deps))).toBe(
    JSON.stringify(await getSignal({ coin: "BTC" }, deps)),
  )
})

test("signal and context have the same votes", async () => {
  const [signal, context] = [await getSignal({ coin: "SOL" }, deps), await getContext({ coin: "SOL" }, deps)]
  const votes = Object.values(context.details).map(({ vote }) => vote)
  expect(votes.filter((vote) => vote === "long")).toHaveLength(signal.votes.long)
  expect(context.meta).toEqual(signal.meta)
})

test("a price difference between sources is named in degraded", async () => {
  const candles: CandleFeed = { ...feed, price: () => Promise.resolve({ ...sourced(60_000), isDisputed: true }) }
  const answer = await getSignal({ coin: "BTC" }, { ...deps, candles })
  expect(answer.meta.degraded).toContain("two price sources differ by more than 1%")
})

function numbersOf(value: unknown): number[] {
  if (typeof value === "number") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(numbersOf) : []
}

test.each<[string, Partial<CandleFeed>]>([
  ["the price", { price: () => Promise.resolve(null) }],
  ["a series", { candles: (_, interval) => Promise.resolve(interval === "4h" ? null : sourced(held[interval])) }],
])("without %s the signal is unavailable", async (_, broken) => {
  await expect(getSignal({ coin: "BTC" }, { ...deps, candles: { ...feed, ...broken } })).rejects.toThrow(
    DataUnavailableError,
  )
})
