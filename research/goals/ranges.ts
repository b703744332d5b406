import { quantilesOf } from "@/lib/domain/volatility/cone"
import type { CallsWithOutcomes } from "./observations"
import type { CellForecast } from "./score"

/** 1 for each close inside the stated 80% range, 0 for each outside: their mean is the coverage. */
export function coverages(coins: readonly CallsWithOutcomes[], horizon: "24h" | "7d") {
  return coins.flatMap(({ calls, after }) =>
    calls.flatMap(({ decisionTimeMs: timeMs, content: { ranges } }) => {
      const close = after(timeMs, horizon === "24h" ? 24 : 168)?.at(-1)?.closeUsd
      if (close === undefined || ranges === null) return []
      const { low, high } = horizon === "24h" ? ranges.day : ranges.week
      return [{ timeMs, value: Number(close >= low && close <= high) }]
    }),
  )
}

/** Each quantile of the cone with whether the close came to lie at or below it: one cell for each quantile. */
export function quantileForecasts(coins: readonly CallsWithOutcomes[], horizon: "24h" | "7d"): readonly CellForecast[] {
  const hours = horizon === "24h" ? 24 : 168
  return coins.flatMap(({ calls, after }) =>
    calls.flatMap(({ decisionTimeMs: timeMs, content: { priceUsd }, volatility }) => {
      const close = after(timeMs, hours)?.at(-1)?.closeUsd
      if (close === undefined || volatility === null) return []
      return quantilesOf(priceUsd, volatility, hours).map((quantile) => ({
        timeMs,
        probability: quantile.pct / 100,
        happened: close <= quantile.priceUsd,
        cell: `${quantile.pct}%`,
      }))
    }),
  )
}
