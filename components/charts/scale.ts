import { DAY_MS } from "@/lib/domain/utc-day"

/** Where a value stands on an axis, 0 to 100; an axis without length has everything at its beginning. */
export function shareOf(value: number, low: number, high: number): number {
  return high > low ? (100 * (value - low)) / (high - low) : 0
}

/** Round values (1, 2 or 5 times a power of ten apart) within an axis, ascending, at most so many. */
export function roundValues(low: number, high: number, most: number): readonly number[] {
  const least = (high - low) / most
  if (!(least > 0)) return []
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10, 20].map((times) => times * power).find((one) => count(low, high, one) <= most)
  return step === undefined ? [] : values(low, high, step)
}

type Days = {
  readonly most: number
  /** Where the day of an instant begins, by the reader's clock. */
  readonly midnight: (atMs: number) => number
}

/** Midnights within a time, ascending, evenly apart, at most so many. */
export function midnights(fromMs: number, toMs: number, { most, midnight }: Days): readonly number[] {
  const days = Math.floor((toMs - fromMs) / DAY_MS / most) + 1
  return values(fromMs - DAY_MS, toMs + DAY_MS, days * DAY_MS)
    .map((atMs) => midnight(atMs + DAY_MS / 2))
    .filter((atMs) => atMs >= fromMs && atMs <= toMs)
}

function values(low: number, high: number, step: number): readonly number[] {
  const first = Math.ceil(low / step)
  return Array.from({ length: count(low, high, step) }, (_, index) => (first + index) * step)
}

function count(low: number, high: number, step: number): number {
  return Math.max(0, Math.floor(high / step) - Math.ceil(low / step) + 1)
}
