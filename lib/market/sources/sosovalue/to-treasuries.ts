import { compareText } from "@/lib/domain/compare-text"
import type { TreasuryHolding, TreasuryTransaction } from "@/lib/domain/treasuries/treasury"
import { dayOfIsoDate } from "@/lib/market/sources/wire/daily-value"
import type { SosoCompany, SosoPurchase } from "./schema"

const countryCodes: Readonly<Record<string, string>> = {
  "United States": "US",
  Japan: "JP",
  "Hong Kong": "HK",
  Germany: "DE",
  Canada: "CA",
  "United Kingdom": "GB",
  China: "CN",
}

/** Holding after the newest purchase or sale; `null` without one. The reported average cost is implausible and ignored. */
export function toHolding(
  { ticker, name, list_location }: SosoCompany,
  purchases: readonly SosoPurchase[],
): TreasuryHolding | null {
  // The list is newest first and the sort is stable, so the first of two entries on one day wins.
  const [newest] = purchases.toSorted((a, b) => compareText(b.date, a.date))
  if (newest === undefined || newest.btc_holding <= 0) return null
  return {
    company: name,
    symbol: ticker,
    country: countryCodes[list_location] ?? null,
    holdingsBtc: newest.btc_holding,
    entryValueUsd: null,
    source: "sosovalue",
  }
}

/** Sales are negative, in coins and in dollars. */
export function toTransactions(
  { ticker, name }: SosoCompany,
  purchases: readonly SosoPurchase[],
): readonly TreasuryTransaction[] {
  return purchases.flatMap(({ date, btc_acq: changeBtc, acq_cost }) => {
    const atMs = dayOfIsoDate(date)
    if (atMs === undefined || changeBtc === 0) return []
    const valueUsd = acq_cost === null || acq_cost === 0 ? null : Math.abs(acq_cost)
    const told = { sourceUrl: null, source: "sosovalue", basis: "reported" } as const
    return [{ company: name, symbol: ticker, atMs, changeBtc, valueUsd, ...told }]
  })
}
