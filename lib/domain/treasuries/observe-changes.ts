import { round } from "@/lib/domain/round"
import { companyKey, isSameCompany } from "./company-key"
import type { TreasuryHolding, TreasuryTransaction } from "./treasury"

/** Smaller differences are rounding. */
const MIN_CHANGE_BTC = 0.01

/**
 * Trades that two readings of the same source show: holdings that differ. A company that is in only one of the readings
 * shows no trade, because lists change.
 */
export function observeChanges(
  before: readonly TreasuryHolding[],
  after: readonly TreasuryHolding[],
  atMs: number,
): readonly TreasuryTransaction[] {
  const known = before.map((holding) => ({ holding, key: companyKey(holding) }))
  return after.flatMap((holding) => {
    const key = companyKey(holding)
    const earlier = known.find((other) => isSameCompany(other.key, key))?.holding
    const changeBtc = earlier === undefined ? 0 : round(holding.holdingsBtc - earlier.holdingsBtc, 8)
    if (Math.abs(changeBtc) < MIN_CHANGE_BTC) return []
    const { company, symbol, source } = holding
    return [{ company, symbol, atMs, changeBtc, valueUsd: null, sourceUrl: null, source, basis: "observed" }]
  })
}
