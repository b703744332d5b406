import type { Judgeable } from "./observations"
import { type Measured, meanOf } from "./score"

/** Share of closes that lie inside the stated 80% range. */
export function coverages(coins: readonly Judgeable[], horizon: "24h" | "7d"): Measured {
  return meanOf(
    coins.flatMap(({ calls, after }) =>
      calls.flatMap(({ decisionTimeMs: timeMs, content: { ranges } }) => {
        const close = after(timeMs, horizon === "24h" ? 24 : 168)?.at(-1)?.closeUsd
        if (close === undefined || ranges === null) return []
        const { low, high } = horizon === "24h" ? ranges.day : ranges.week
        return [{ timeMs, value: Number(close >= low && close <= high) }]
      }),
    ),
  )
}
