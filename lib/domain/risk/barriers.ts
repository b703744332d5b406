import { range80 } from "@/lib/domain/volatility/cone"
import { type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { withMinimumSpacing, type LevelKind, type PriceLevel, type SupportResistance } from "./support-resistance"

/** `range80_7d`: this side has no level, so the edge of the 7-day 80% range is used. */
export type Barrier = Omit<PriceLevel, "kind" | "holdRate"> & {
  readonly kind: LevelKind | "range80_7d"
  /** `null` for the edge of a range, which was not measured as a level. */
  readonly holdRate: number | null
}

/** Nearest first, never empty. */
export type Barriers = { readonly supports: readonly Barrier[]; readonly resistances: readonly Barrier[] }

/**
 * Supports and resistances of a price: pivots and volume levels, else the extremes of 7 and 30 days, else the edge of the
 * 7-day 80% range.
 */
export function barriersAround(
  levels: SupportResistance,
  { priceUsd, atr, volatility }: { priceUsd: number; atr: number; volatility: VolatilityForecast },
): Barriers {
  const { low, high } = range80(priceUsd, volatility, "7d")
  // 30 days before 7 days, because the first of two equal prices is kept.
  const extremes = levels.breakouts.toReversed()
  const extremesOn = (side: -1 | 1) =>
    withMinimumSpacing(
      extremes.filter((level) => side * (level.priceUsd - priceUsd) > 0),
      atr,
    )
  const edge = (edgeUsd: number): Barrier => ({
    priceUsd: edgeUsd,
    kind: "range80_7d",
    touches: 0,
    distanceAtr: Math.abs(edgeUsd - priceUsd) / atr,
    holdRate: null,
  })
  return {
    supports: firstWithAny([levels.supports, extremesOn(-1), [edge(low)]]),
    resistances: firstWithAny([levels.resistances, extremesOn(1), [edge(high)]]),
  }
}

function firstWithAny(lists: readonly (readonly Barrier[])[]): readonly Barrier[] {
  return lists.find((list) => list.length > 0) ?? []
}
