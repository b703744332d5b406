import type { TreasuryHolding, TreasuryTransaction } from "@/lib/domain/treasuries/treasury"
import type { CoinGeckoCompany, CoinGeckoTransaction } from "./schema"

export function toHolding(company: CoinGeckoCompany): TreasuryHolding {
  const cost = company.total_entry_value_usd ?? 0
  return {
    company: company.name,
    symbol: company.symbol?.trim() || null,
    country: /^[A-Z]{2}$/.test(company.country ?? "") ? (company.country ?? null) : null,
    holdingsBtc: company.total_holdings,
    entryValueUsd: cost > 0 ? cost : null,
    source: "coingecko",
  }
}

/** `null`: another coin, or no change. */
export function toTransaction(
  { date, source_url, coin_id, type, holding_net_change, transaction_value_usd }: CoinGeckoTransaction,
  { company, symbol }: { readonly company: string; readonly symbol: string | null },
): TreasuryTransaction | null {
  const amountBtc = Math.abs(holding_net_change)
  if (coin_id !== "bitcoin" || amountBtc === 0) return null
  const valueUsd = Math.abs(transaction_value_usd ?? 0)
  return {
    company,
    symbol,
    atMs: date,
    changeBtc: type === "sell" ? -amountBtc : amountBtc,
    valueUsd: valueUsd > 0 ? valueUsd : null,
    sourceUrl: source_url ?? null,
    source: "coingecko",
    basis: "reported",
  }
}
