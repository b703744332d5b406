import { expect, test } from "vitest"
import { institutionsContract } from "./contract"
import type { TreasuryFeed, TreasuryTable } from "@/lib/domain/treasuries/treasury"
import { getInstitutions } from "./answer"

const nowMs = Date.UTC(2026, 10, 20, 12)

function table(companies: number): TreasuryTable {
  return {
    holdings: Array.from({ length: companies }, (_, index) => ({
      company: `Company ${index}`,
      symbol: index === 0 ? "MSTR.US" : null,
      country: index === 0 ? "US" : null,
      holdingsBtc: 1000 - index,
      entryValueUsd: index === 0 ? 50_000_000 : null,
      source: "coingecko",
    })),
    transactions: [
      {
        company: "Company 0",
        symbol: "MSTR",
        atMs: nowMs - 1000,
        changeBtc: 5,
        valueUsd: 400_000,
        sourceUrl: "https://www.sec.gov/x",
        source: "coingecko",
        basis: "reported",
      },
    ],
    filings: [{ ticker: "MSTR", filedMs: nowMs, url: "https://www.sec.gov/8-k" }],
  }
}

function feed(value: TreasuryTable | null): TreasuryFeed {
  return { read: async () => value && { value, asOfMs: nowMs, fetchedAtMs: nowMs, source: "coingecko" } }
}

function price(usd: number | null) {
  const value = usd === null ? null : { value: usd, asOfMs: nowMs, fetchedAtMs: nowMs, source: "binance" }
  return { price: async () => value && { ...value, isDisputed: false } }
}

test("the answer matches the contract, and unknown fields are absent", async () => {
  const answer = await getInstitutions(
    {},
    {
      treasuries: feed(table(60)),
      candles: price(60_000),
      nowMs,
      mode: "live",
    },
  )
  expect(institutionsContract.response.parse(answer)).toEqual(answer)
  expect(answer.total_companies).toBe(60)
  expect(answer.top_holders).toHaveLength(50)
  expect(answer.top_holders[0]).toEqual({
    company: "Company 0",
    ticker: "MSTR",
    country: "US",
    btc_holdings: 1000,
    share_of_supply_pct: 0.0048,
    avg_cost_basis: 50_000,
    value_usd: 60_000_000,
    unrealised_pnl_usd: 10_000_000,
    unrealised_pnl_pct: 20,
    last_purchase_date: "2026-11-20",
    last_purchase_amount: 5,
  })
  expect(answer.top_holders[1]).toEqual({
    company: "Company 1",
    btc_holdings: 999,
    share_of_supply_pct: 0.0048,
    value_usd: 59_940_000,
  })
  expect(answer.recent_purchases[0]).toMatchObject({ btc_amount: 5, filing_url: "https://www.sec.gov/8-k" })
  expect(answer.data_sources).toEqual([
    "Data provided by CoinGecko (https://www.coingecko.com)",
    "U.S. Securities and Exchange Commission, EDGAR (https://www.sec.gov/edgar)",
  ])
})

test("without a bitcoin price values are null, and degraded reports it", async () => {
  const asked = { treasuries: feed(table(11)), candles: price(null), nowMs, mode: "live" } as const
  const answer = await getInstitutions({}, asked)
  expect([answer.btc_price_usd, answer.total_value_usd]).toEqual([null, null])
  expect(answer.top_holders[0]).not.toHaveProperty("value_usd")
  expect(answer.meta.degraded).toEqual(["No bitcoin price: holdings are not valued."])
})

test("without known trades the 30-day change is null", async () => {
  const withoutTransactions = { ...table(11), transactions: [] }
  const asked = { treasuries: feed(withoutTransactions), candles: price(60_000), nowMs, mode: "live" } as const
  const answer = await getInstitutions({}, asked)
  expect(institutionsContract.response.parse(answer)).toEqual(answer)
  expect([answer.trades_known_for, answer.net_change_30d_btc]).toEqual([0, null])
  expect(answer.meta.degraded).toEqual(["No purchases or sales are known: trades are incomplete."])
})

test("a list of fewer than 11 companies is unavailable", async () => {
  const asked = { candles: price(60_000), nowMs, mode: "live" } as const
  await expect(getInstitutions({}, { ...asked, treasuries: feed(null) })).rejects.toThrow("cannot be read")
  await expect(getInstitutions({}, { ...asked, treasuries: feed(table(10)) })).rejects.toThrow("cannot be read")
  expect((await getInstitutions({}, { ...asked, treasuries: feed(table(11)) })).total_companies).toBe(11)
})
