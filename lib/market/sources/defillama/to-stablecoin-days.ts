import type { StablecoinChartDay } from "./schema"

/** Dollar stablecoins in circulation at 00:00 UTC of a day. */
export type StablecoinDay = { readonly atMs: number; readonly supplyUsd: number }

const PEG = "peggedUSD"

/** Days on which the chart knows no dollar supply are left out. */
export function toStablecoinDays(days: readonly StablecoinChartDay[]): readonly StablecoinDay[] {
  return days.flatMap((day) => {
    const supplyUsd = day.totalCirculating[PEG] ?? 0
    return supplyUsd > 0 ? [{ atMs: day.date * 1000, supplyUsd }] : []
  })
}
