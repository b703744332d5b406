import { mean } from "./moments"

/** Where a value stands among others: the share of them below it, ties half (mid-rank), 0 to 1; `null` without others. */
export function percentileAmong(value: number, others: readonly number[]): number | null {
  return mean(others.map((other) => (other < value ? 1 : other === value ? 0.5 : 0)))
}
