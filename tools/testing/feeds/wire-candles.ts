/** Open times of a query, oldest first, below an end, as an exchange would have them. */
export function openTimes(fromMs: number, toMs: number, stepMs: number): readonly number[] {
  const firstMs = Math.ceil(fromMs / stepMs) * stepMs
  const count = Math.max(0, Math.ceil((toMs - firstMs) / stepMs))
  return Array.from({ length: count }, (_, index) => firstMs + index * stepMs)
}

/** A price path that names its time, so that a candle in the wrong place is seen. */
export function priceAt(openTimeMs: number): number {
  return 1000 + ((openTimeMs / 3_600_000) % 500)
}
