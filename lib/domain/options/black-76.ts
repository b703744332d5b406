import { normalCdf } from "@/lib/domain/statistics/normal"

/** An option on a forward: the log of strike over forward, and the variance of the log return until the expiry. */
export type Moneyness = { readonly logStrike: number; readonly variance: number }

/**
 * Value of a call in units of the forward, without discounting.
 *
 * @see Black 1976, The pricing of commodity contracts, doi:10.1016/0304-405X(76)90024-6
 */
export function callValue({ logStrike, variance }: Moneyness): number {
  const sigma = Math.sqrt(variance)
  if (sigma === 0) return Math.max(0, 1 - Math.exp(logStrike))
  const d1 = -logStrike / sigma + sigma / 2
  return normalCdf(d1) - Math.exp(logStrike) * normalCdf(d1 - sigma)
}

/** Change of a call's value per change of the forward. Of the put of the same strike: one less. */
export function callDelta({ logStrike, variance }: Moneyness): number {
  const sigma = Math.sqrt(variance)
  return normalCdf(-logStrike / sigma + sigma / 2)
}
