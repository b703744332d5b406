import { range80, type VolatilityForecast } from "@/lib/domain/volatility/forecast"
import { apart, type LevelKind, type PriceLevel, type SupportResistance } from "./support-resistance"

/** `range80_7d`: no level is left on this side, so the edge of the 7-day 80% range stands there. */
export type Barrier = Omit<PriceLevel, "kind" | "holdRate"> & {
  readonly kind: LevelKind | "range80_7d"
  /** `null`: an edge of a range was never measured as a level. */
  readonly holdRate: number | null
}

/** Nearest first, never empty. */
export type Barriers = { readonly supports: readonly Barrier[]; readonly resistances: readonly Barrier[] }

/**
 * What stands below and above the price, even where nothing was traded before: pivots and volume, else the extremes of
 * 7 and 30 days, else the edge of the range that holds the price for a week with probability 0.8.
 */
export function barriersAround(
  levels: SupportResistance,
  { priceUsd, atr, volatility }: { priceUsd: number; atr: number; volatility: VolatilityForecast },
): Barriers {
  const { low, high } = range80(priceUsd, volatility, "7d")
  // Of a price that is the extreme of both, the longer one counts: it comes first, and of equals the first is kept.
  const extremes = levels.breakouts.toReversed()
  const extremesOn = (side: -1 | 1) =>
    apart(
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
