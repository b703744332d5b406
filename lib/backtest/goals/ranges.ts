import type { CallsWithOutcomes } from "./observations"

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
