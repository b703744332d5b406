import { pct, UNKNOWN } from "@/components/ui/format"
import { ratioText } from "@/lib/client/format/number"

/** The effective sample in whole calls, rounded down: 29.6 is below the required 30. */
export function independent(effective: number): number {
  return Math.floor(effective)
}

export function rate(value: number | null): string {
  return value === null ? UNKNOWN : pct(100 * value)
}

/** `95%: 41.2% to 58.7%`. */
export function interval(bounds: readonly [number, number] | null): string {
  return bounds === null ? "no interval yet" : `95%: ${span(bounds, 1)}`
}

/** `41.2% to 58.7%`, for a table cell. */
export function span(bounds: readonly [number, number] | null, digits: number): string {
  return bounds === null ? UNKNOWN : `${pct(100 * bounds[0], digits)} to ${pct(100 * bounds[1], digits)}`
}

/** `0.1862`, for Brier scores. */
export function scoreText(score: number | null): string {
  return score === null ? UNKNOWN : ratioText(score, 4)
}

/** `-0.0105 to 0.0212`. */
export function scoreSpan(bounds: readonly [number, number] | null): string {
  return bounds === null ? UNKNOWN : `${scoreText(bounds[0])} to ${scoreText(bounds[1])}`
}
