/**
 * Absolute log return from the price to a level. Equal distances have equal odds: half the price is as far away as twice
 * the price. No price reaches 0.
 */
export function logDistance(levelUsd: number, priceUsd: number): number {
  return levelUsd > 0 ? Math.abs(Math.log(levelUsd / priceUsd)) : Infinity
}
