import { COST_PER_SIDE_RATIO } from "@/lib/domain/track-record/outcome"
import type { ResponseOf } from "@/lib/api/contract"
import type { Risk } from "@/lib/endpoints/risk/contract"
import type { signalContract } from "@/lib/endpoints/signal/contract"

type Target = Pick<Risk["plan"]["targets"][number], "p_before_stop_14d" | "p_break_even">

/** The target that is furthest above what it needs to break even; `null` if every target loses on average. */
export function tradableTarget<T extends Target>(targets: readonly T[]): T | null {
  const margin = (target: T) => target.p_before_stop_14d - target.p_break_even
  const [best] = targets.toSorted((a, b) => margin(b) - margin(a))
  return best !== undefined && margin(best) > 0 ? best : null
}

/** Width of an 80% range in standard deviations of a normal distribution. */
const RANGE80_SIGMAS = 2 * 1.2816

/**
 * The probability of the direction after 24h at which a trade pays its costs: won and lost moves are as large as the mean
 * move that the 80% range implies.
 */
export function breakEven24h({ outlook }: Pick<ResponseOf<typeof signalContract>, "outlook">): number {
  const { low, high } = outlook.range80_24h
  const meanMove = (Math.log(high / low) / RANGE80_SIGMAS) * Math.sqrt(2 / Math.PI)
  return Math.min(1, 0.5 + COST_PER_SIDE_RATIO / meanMove)
}
