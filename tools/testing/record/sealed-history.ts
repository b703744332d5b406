import { DIRECTIONS } from "@/lib/domain/signals/direction"
import { type Candle, intervalMs } from "@/lib/domain/market/candle"
import type { CandleFeed, Candles } from "@/lib/domain/market/candle-feed"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import { type Random, seededRandom } from "@/lib/domain/statistics/random"
import { GENESIS_HASH, seal } from "@/lib/domain/track-record/chain"
import {
  type CallContent,
  DECISION_SPACING_MS,
  type SealedFacts,
  type SealedSignal,
  sealedId,
} from "@/lib/domain/track-record/sealed-signal"
import { HORIZONS, settle, type MeasuredOutcome } from "@/lib/domain/track-record/outcome"
import { testSha256 } from "./sealed-store"

/** Midnight, so that days, 4h candles and hours all begin here. */
export const HISTORY_START_MS = Date.UTC(2026, 0, 1)

/** Days of candles before the first record: enough for a 200-day average. */
const WARM_UP_DAYS = 210

export type SealedHistory = {
  readonly hours: Readonly<Record<Coin, Candles>>
  readonly days: Readonly<Record<Coin, Candles>>
  readonly records: readonly SealedSignal[]
  readonly outcomes: readonly MeasuredOutcome[]
  /** The last close of the history. */
  readonly endMs: number
}

/** A random walk of `days` days with a record per coin and 4h close, sealed in time, and every outcome known at its end. */
export function sealedHistory(options: {
  readonly days: number
  readonly seed: number
  readonly change?: (facts: SealedFacts) => SealedFacts
}): SealedHistory {
  const random = seededRandom(options.seed)
  const endMs = HISTORY_START_MS + options.days * intervalMs["1d"]
  const hours = perCoin(() => series(walk(random, endMs), endMs))
  const days = perCoin((coin) => series(daily(hours[coin].value), endMs))
  const records: SealedSignal[] = []
  for (let timeMs = HISTORY_START_MS; timeMs < endMs; timeMs += DECISION_SPACING_MS) {
    for (const coin of COINS) {
      const facts = sealedFacts({ ...content(hours[coin].value, timeMs, random), coin, decisionTimeMs: timeMs })
      const prevHash = records.at(-1)?.hash ?? GENESIS_HASH
      const nonce = Math.floor(random() * 2 ** 32)
        .toString(16)
        .padStart(32, "0")
      records.push(seal(options.change?.(facts) ?? facts, { nonce, prevHash, sha256: testSha256 }))
    }
  }
  const outcomes = records.flatMap(({ facts }) =>
    HORIZONS.flatMap((horizon) => settle(facts, horizon, hours[facts.coin], endMs) ?? []),
  )
  return { hours, days, records, outcomes, endMs }
}

/** A candle feed that shows the history as it was at `nowMs`. */
export function historyFeed({ hours, days }: SealedHistory, nowMs: number): CandleFeed {
  return {
    candles: async (coin, interval) => {
      if (interval === "4h") return null
      const all = interval === "1h" ? hours[coin] : days[coin]
      return { ...all, value: all.value.filter(({ openTimeMs }) => openTimeMs + intervalMs[interval] <= nowMs) }
    },
    price: async () => null,
  }
}

/** Facts with every field filled; the given ones replace the usual. */
export function sealedFacts(given: Partial<SealedFacts> & Pick<SealedFacts, "coin" | "decisionTimeMs">): SealedFacts {
  return {
    id: sealedId(given.coin, given.decisionTimeMs),
    sealedAtMs: given.decisionTimeMs + 5_000,
    ...callContent({}),
    ...given,
  }
}

/** A call with every field filled. */
export function callContent(given: Partial<CallContent>): CallContent {
  return {
    priceUsd: 100,
    source: "binance",
    direction: "LONG",
    score: 0.4,
    strength: 40,
    confidence: 0.53,
    pUp24h: 0.53,
    votes: { long: 12, short: 2, neutral: 11, total: 25 },
    categories: {
      sentiment: { long: 3, short: 1, neutral: 2 },
      technical: { long: 4, short: 1, neutral: 2 },
      trend: { long: 4, short: 0, neutral: 2 },
      macro: { long: 1, short: 0, neutral: 5 },
    },
    levels: null,
    ranges: { day: { low: 97, high: 103 }, week: { low: 92, high: 109 } },
    fearGreed: 50,
    previousDirection: null,
    inputs: [],
    degraded: false,
    methodVersion: "test-1",
    ...given,
  }
}

function content(hours: readonly Candle[], timeMs: number, random: Random): CallContent {
  const first = hours[0]?.openTimeMs ?? 0
  const priceUsd = hours[(timeMs - first) / intervalMs["1h"] - 1]?.closeUsd ?? Number.NaN
  const place = Math.floor(random() * DIRECTIONS.length)
  const pUp24h = 0.45 + random() * 0.15
  return callContent({
    priceUsd,
    direction: DIRECTIONS[place] ?? "NEUTRAL",
    score: (3 - place) / 4,
    strength: Math.round((100 * Math.abs(3 - place)) / 4),
    confidence: Math.max(pUp24h, 1 - pUp24h),
    pUp24h,
    ranges: {
      day: { low: priceUsd * 0.96, high: priceUsd * 1.04 },
      week: { low: priceUsd * 0.9, high: priceUsd * 1.1 },
    },
    fearGreed: Math.round(random() * 100),
  })
}

/** 0.6% an hour, about 56% a year. */
function walk(random: Random, endMs: number): readonly Candle[] {
  const hourMs = intervalMs["1h"]
  const beginMs = HISTORY_START_MS - WARM_UP_DAYS * intervalMs["1d"]
  let price = 100
  return Array.from({ length: (endMs - beginMs) / hourMs }, (_, index) => {
    const openUsd = price
    price *= Math.exp((random() + random() - 1) * 0.0147)
    return candle(beginMs + index * hourMs, openUsd, price)
  })
}

function daily(hours: readonly Candle[]): readonly Candle[] {
  return Array.from({ length: Math.floor(hours.length / 24) }, (_, day) => {
    const first = hours[day * 24]
    const last = hours[day * 24 + 23]
    return candle(first?.openTimeMs ?? 0, first?.openUsd ?? 0, last?.closeUsd ?? 0)
  })
}

function candle(openTimeMs: number, openUsd: number, closeUsd: number): Candle {
  const highUsd = Math.max(openUsd, closeUsd) * 1.001
  const lowUsd = Math.min(openUsd, closeUsd) * 0.999
  return { openTimeMs, openUsd, highUsd, lowUsd, closeUsd, volumeBase: 1, takerBuyVolumeBase: null }
}

function series(value: readonly Candle[], asOfMs: number): Candles {
  return { value, asOfMs, fetchedAtMs: asOfMs, source: "binance" }
}

function perCoin<T>(build: (coin: Coin) => T): Readonly<Record<Coin, T>> {
  return { BTC: build("BTC"), ETH: build("ETH"), SOL: build("SOL") }
}
