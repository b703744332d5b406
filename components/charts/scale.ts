import { DAY_MS } from "@/lib/domain/utc-day"

/** The position of a value on an axis, 0 to 100. On an axis without length every value is at 0. */
export function shareOf(value: number, low: number, high: number): number {
  return high > low ? (100 * (value - low)) / (high - low) : 0
}

/** Round values within an axis (1, 2 or 5 times a power of ten apart), ascending, at most `most` of them. */
export function roundValues(low: number, high: number, most: number): readonly number[] {
  const least = (high - low) / most
  if (!(least > 0)) return []
  const power = 10 ** Math.floor(Math.log10(least))
  const step = [1, 2, 5, 10, 20].map((times) => times * power).find((one) => count(low, high, one) <= most)
  return step === undefined ? [] : values(low, high, step)
}

type Days = {
  readonly most: number
  /** The start of the local day of an instant. */
  readonly midnight: (atMs: number) => number
}

/** Midnights within a span, ascending, evenly spaced, at most `most` of them. */
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
