import { normalQuantile } from "@/lib/domain/statistics/normal"

const Z80 = normalQuantile(0.9)

/** The log-normal interval that holds the price with probability 0.8, around the price now; `null` without a deviation. */
export function impliedRange80(
  priceUsd: number,
  sigma: number | null,
): { readonly low: number; readonly high: number } | null {
  return sigma === null ? null : { low: priceUsd * Math.exp(-Z80 * sigma), high: priceUsd * Math.exp(Z80 * sigma) }
}
