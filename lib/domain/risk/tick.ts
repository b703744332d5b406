import { round } from "@/lib/domain/round"

/** Decimals that a dollar price of this size is quoted with: cents from ten dollars on, finer below. */
export function priceDecimals(priceUsd: number): number {
  return priceUsd >= 10 ? 2 : priceUsd >= 0.1 ? 4 : 8
}

/** Rounds to a tick away from `fromUsd`, so that a stop or target is never nearer than computed. */
export function roundAway(priceUsd: number, fromUsd: number): number {
  const decimals = priceDecimals(priceUsd)
  const nearest = round(priceUsd, decimals)
  const side = Math.sign(priceUsd - fromUsd)
  return (priceUsd - nearest) * side > 0 ? round(nearest + side * 10 ** -decimals, decimals) : nearest
}
