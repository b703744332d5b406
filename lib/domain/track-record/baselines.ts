import type { Side } from "@/lib/domain/signals/direction"
import { countWhile } from "@/lib/domain/bisect"
import { type Candle, intervalMs } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import { type Bounds, meanInterval, wilsonInterval } from "@/lib/domain/statistics/interval"
import { mean } from "@/lib/domain/statistics/moments"
import { seedOf, seededRandom } from "@/lib/domain/statistics/random"
import { type Evidence, evidenceOf, ifEnoughEvidence } from "./evidence"
import { type Horizon, netReturn, type CallWithOutcome } from "./outcome"

/** Closed daily candles, ascending. */
export type DailyHistory = Readonly<Partial<Record<Coin, readonly Candle[]>>>

export const BASELINES = ["always_long", "coin_flip_seeded", "persistence", "momentum_7d", "sma_200", "cash"] as const

export type BaselineId = (typeof BASELINES)[number]

export type BaselineResult = Evidence & {
  readonly id: BaselineId
  /** `null` below the threshold, and for cash. */
  readonly winRate: number | null
  readonly winRateInterval: Bounds | null
  readonly expectancy: number | null
  readonly expectancyInterval: Bounds | null
}

/** Longest history that a baseline reads: 200 closes. */
const MAX_LOOKBACK_DAYS = 200

/** The returns of simple rules on the same windows as the calls, at the same costs. */
export function baselineResults(
  calls: readonly CallWithOutcome[],
  daily: DailyHistory,
  horizon: Horizon,
): readonly BaselineResult[] {
  const histories = calls.map(({ facts }) =>
    closesBefore(daily[facts.coin] ?? [], facts.decisionTimeMs, MAX_LOOKBACK_DAYS),
  )
  return BASELINES.map((id) => {
    const taken = calls.flatMap((call, index) => {
      const side = baselineSide(id, call.facts.id, histories[index] ?? [])
      return side === null ? [] : [{ call, side }]
    })
    const evidence = evidenceOf(
      taken.map(({ call }) => call),
      horizon,
    )
    const wins = taken.map(({ call, side }) => Number(Math.sign(call.marketReturn) === side))
    const returns = taken.map(({ call, side }) => netReturn(side, call.marketReturn))
    const winRate = id === "cash" ? null : ifEnoughEvidence(evidence, () => mean(wins))
    return {
      id,
      ...evidence,
      winRate,
      winRateInterval: winRate === null ? null : wilsonInterval(winRate, evidence.nEffective),
      expectancy: ifEnoughEvidence(evidence, () => mean(returns)),
      expectancyInterval: ifEnoughEvidence(evidence, () => meanInterval(returns, evidence.nEffective)),
    }
  })
}

/**
 * The last `count` daily closes known at `timeMs`, oldest first.
 *
 * Empty when the newest is more than a day old: a rule never reads around a gap.
 */
export function closesBefore(candles: readonly Candle[], timeMs: number, count: number): readonly number[] {
  const end = countWhile(candles, ({ openTimeMs }) => openTimeMs <= timeMs - intervalMs["1d"])
  const last = candles[end - 1]
  if (last === undefined || last.openTimeMs + 2 * intervalMs["1d"] <= timeMs) return []
  return candles.slice(Math.max(0, end - count), end).map(({ closeUsd }) => closeUsd)
}

/** `null` where the history is too short for the rule. */
function baselineSide(id: BaselineId, callId: string, closes: readonly number[]): Side | null {
  switch (id) {
    case "always_long":
      return 1
    case "coin_flip_seeded":
      return seededRandom(seedOf(callId))() < 0.5 ? -1 : 1
    case "persistence":
      return trendSide(closes, 1)
    case "momentum_7d":
      return trendSide(closes, 7)
    case "sma_200":
      return averageSide(closes)
    case "cash":
      return 0
  }
}

function trendSide(closes: readonly number[], days: number): Side | null {
  const now = closes.at(-1)
  const then = closes.at(-1 - days)
  return now === undefined || then === undefined ? null : sign(now - then)
}

function averageSide(closes: readonly number[]): Side | null {
  const now = closes.at(-1)
  const average = mean(closes)
  return now === undefined || average === null || closes.length < MAX_LOOKBACK_DAYS ? null : sign(now - average)
}

function sign(value: number): Side {
  if (value === 0) return 0
  return value > 0 ? 1 : -1
}
