import type { Candle } from "@/lib/domain/market/candle"
import { oddsOf } from "@/lib/domain/risk/level-odds"
import { groupBy } from "@/lib/domain/group-by"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { touchOdds } from "@/lib/domain/volatility/touch"
import type { StudyCall } from "@/research/replay-calls"
import type { HoursAfter } from "./hours-after"
import { logHarVariances } from "./log-har"
import type { ScoredForecast, Loss, CellForecast } from "./score"
import { trailingRates } from "./trailing-rate"

/** One coin's calls with the future that judges them. */
export type CallsWithOutcomes = { readonly calls: readonly StudyCall[]; readonly after: HoursAfter }

/** Distances of levels, as fractions of the price: the same every day, so that nothing but the forecast adapts. */
const DISTANCES = [0.01, 0.02, 0.03, 0.05, 0.08, 0.12]
const HOURS = { "24h": 24, "7d": 168 } as const
const TABLE_STOP_ATR = 1.5
const PLAN_DAYS = { "3d": 3, "7d": 7, "14d": 14 } as const
export const SIDES = ["long", "short"] as const

/** Stated probability of a rise within 24h. The reference always says 50%. */
export function directionForecasts(coins: readonly CallsWithOutcomes[]): readonly ScoredForecast[] {
  return coins.flatMap(({ calls, after }) =>
    calls.flatMap(({ decisionTimeMs: timeMs, content }) => {
      const close = after(timeMs, 24)?.at(-1)?.closeUsd
      if (close === undefined) return []
      return [{ timeMs, probability: content.pUp24h, happened: close > content.priceUsd, reference: 0.5 }]
    }),
  )
}

/** Rises within 24h after a pullback in an uptrend, at every close. */
export function pullbacks(coins: readonly CallsWithOutcomes[]): readonly ScoredForecast[] {
  const flagged = coins.map(({ calls, after }) => ({
    calls: calls.filter(({ flags }) => flags.includes("uptrend_pullback")),
    after,
  }))
  return directionForecasts(flagged)
}

/**
 * Stated probability that a level is touched, once a day at six distances on each side. The reference is the rate of the
 * same coin and level over the year before, which was known in advance.
 */
export function touchForecasts(
  coins: readonly CallsWithOutcomes[],
  horizon: "24h" | "7d",
): readonly (ScoredForecast & CellForecast)[] {
  return coins.flatMap(({ calls, after }) => {
    const stated = calls.filter(isMidnight).flatMap(({ decisionTimeMs: timeMs, content: { priceUsd }, volatility }) => {
      const hours = after(timeMs, HOURS[horizon])
      if (hours === null || volatility === null) return []
      const [low, high] = [Math.min(...hours.map((h) => h.lowUsd)), Math.max(...hours.map((h) => h.highUsd))]
      return DISTANCES.flatMap((distance) =>
        [1, -1].map((side) => {
          const level = priceUsd * (1 + side * distance)
          const odds = touchOdds(level, priceUsd, volatility)
          const probability = horizon === "24h" ? odds.within24h : odds.within7d
          const happened = side > 0 ? high >= level : low <= level
          return { timeMs, probability, happened, cell: `${side > 0 ? "above" : "below"} ${distance}` }
        }),
      )
    })
    return withTrailingRate(stated, HOURS[horizon] * HOUR_MS)
  })
}

/** Stated probability of each target before the stop within 14 days, for the engine's own plans. */
export function planForecasts(coins: readonly CallsWithOutcomes[]): readonly CellForecast[] {
  return coins.flatMap(({ calls, after }) =>
    calls.filter(isMidnight).flatMap(({ decisionTimeMs: timeMs, levels, volatility }) => {
      const hours = after(timeMs, PLAN_DAYS["14d"] * 24)
      if (hours === null || levels === null || volatility === null) return []
      return oddsOf(levels, volatility).targets.map(({ beforeStop }, index) => {
        const probability = beforeStop["14d"]
        const happened = hitsFirst(hours, { target: levels.targets[index] ?? 0, stop: levels.stop })
        return { timeMs, probability, happened, cell: `${levels.side} ${index + 1}R` }
      })
    }),
  )
}

/**
 * A plan on each side on every day, with a stop of 1.5 ATR, whatever the call was: eight cells. The stop is hit whatever the
 * targets do, each target with the stop untouched.
 */
export function sideForecasts(
  coins: readonly CallsWithOutcomes[],
  horizon: "3d" | "7d" | "14d",
): readonly CellForecast[] {
  return coins.flatMap(({ calls, after }) =>
    calls.filter(isMidnight).flatMap(({ decisionTimeMs: timeMs, levels, volatility }) => {
      const hours = after(timeMs, PLAN_DAYS[horizon] * 24)
      if (hours === null || levels === null || volatility === null) return []
      const { entry } = levels
      const unit = (TABLE_STOP_ATR * Math.abs(levels.entry - levels.stop)) / levels.stopAtr
      return SIDES.flatMap((side) => {
        const away = side === "long" ? unit : -unit
        const [stop, targets] = [entry - away, [entry + away, entry + 2 * away, entry + 3 * away] as const]
        const odds = oddsOf({ entry, stop, targets }, volatility)
        const stopped = { "3d": odds.stop.within3d, "7d": odds.stop.within7d, "14d": odds.stop.within14d }
        const isStopped = hours.some(({ lowUsd, highUsd }) => (away > 0 ? lowUsd <= stop : highUsd >= stop))
        return [
          { timeMs, probability: stopped[horizon], happened: isStopped, cell: `${side} stop` },
          ...odds.targets.map(({ beforeStop }, index) => ({
            timeMs,
            probability: beforeStop[horizon],
            happened: hitsFirst(hours, { target: targets[index] ?? 0, stop }),
            cell: `${side} ${index + 1}R`,
          })),
        ]
      })
    }),
  )
}

/**
 * Quasi-likelihood loss of the forecast variance and of the log-HAR in the same run: 0 is perfect.
 *
 * @see Patton 2011, doi:10.1016/j.jeconom.2010.03.034
 */
export function volatilityLosses(coins: readonly CallsWithOutcomes[], horizon: "24h" | "7d"): readonly Loss[] {
  const peers = logHarVariances(
    coins.map(({ calls, after }) => ({
      times: calls.filter(isMidnight).map(({ decisionTimeMs }) => decisionTimeMs),
      after,
    })),
    horizon === "24h" ? 1 : 7,
  )
  return coins.flatMap(({ calls, after }, coin) =>
    calls.filter(isMidnight).flatMap(({ decisionTimeMs: timeMs, content: { priceUsd }, volatility }) => {
      const hours = after(timeMs, HOURS[horizon])
      const peer = peers[coin]?.get(timeMs)
      if (hours === null || volatility === null || hours.length < 0.8 * HOURS[horizon]) return []
      const variance = realised(hours, priceUsd)
      if (variance === 0 || peer === undefined) return []
      const own = (horizon === "24h" ? volatility.sigma24h : volatility.sigma7d) ** 2
      return [{ timeMs, own: qlike(variance / own), peer: qlike(variance / peer) }]
    }),
  )
}

function qlike(ratio: number): number {
  return ratio - Math.log(ratio) - 1
}

function withTrailingRate(
  stated: readonly CellForecast[],
  horizonMs: number,
): readonly (ScoredForecast & CellForecast)[] {
  const cells = groupBy(stated, ({ cell }) => cell)
  return cells.flatMap((events) => {
    const rates = trailingRates(events.map(({ timeMs, happened }) => ({ timeMs, endMs: timeMs + horizonMs, happened })))
    return events.flatMap((event, index) => {
      const reference = rates[index] ?? null
      return reference === null ? [] : [{ ...event, reference }]
    })
  })
}

/** Both within one hour count as the stop. */
function hitsFirst(hours: readonly Candle[], { target, stop }: { readonly target: number; readonly stop: number }) {
  const isLong = target > stop
  for (const { lowUsd, highUsd } of hours) {
    if (isLong ? lowUsd <= stop : highUsd >= stop) return false
    if (isLong ? highUsd >= target : lowUsd <= target) return true
  }
  return false
}

function realised(hours: readonly Candle[], fromUsd: number): number {
  let [sum, before] = [0, fromUsd]
  for (const { closeUsd } of hours) {
    sum += Math.log(closeUsd / before) ** 2
    before = closeUsd
  }
  return sum
}

function isMidnight({ decisionTimeMs }: StudyCall): boolean {
  return decisionTimeMs % DAY_MS === 0
}
