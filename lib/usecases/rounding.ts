import { priceDecimals } from "@/lib/domain/risk/tick"
import { round } from "@/lib/domain/round"

/** A dollar price on its tick. */
export function roundPrice(priceUsd: number): number {
  return round(priceUsd, priceDecimals(priceUsd))
}
