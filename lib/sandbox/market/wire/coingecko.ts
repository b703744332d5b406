import { DAY_MS, MINUTE_MS } from "@/lib/domain/utc-day"
import { companies, type Company } from "@/lib/sandbox/market/series/companies"
import { marketCapAt } from "@/lib/sandbox/market/series/market-cap"
import { holdersAt, tradesOf, type TreasuryTrade } from "@/lib/sandbox/market/series/treasuries"
import { edgarDocument } from "./edgar-document"
import { integer, json, type Responder, type ProviderRequest } from "./responder"

const SUPPLY_CAP = 21_000_000

/**
 * CoinGecko's public treasuries and the whole market.
 *
 * @see https://docs.coingecko.com/reference/companies-public-treasury
 */
export const coingecko: Responder = (request) => {
  const { pathname } = request.url
  if (pathname === "/api/v3/companies/public_treasury/bitcoin") return treasuries(request)
  if (pathname === "/api/v3/entities/list") return entities(request)
  if (pathname === "/api/v3/global") return global(request)
  const id = /^\/api\/v3\/public_treasury\/([\w-]+)\/transaction_history$/.exec(pathname)?.[1]
  return id === undefined ? null : transactions(request, id)
}

function treasuries({ market, nowMs }: ProviderRequest): Response {
  const priceUsd = market.priceAt("BTC", nowMs)
  const holders = holdersAt(market, nowMs)
  const totalBtc = holders.reduce((sum, { balanceBtc }) => sum + balanceBtc, 0)
  return json({
    total_holdings: totalBtc,
    total_value_usd: totalBtc * priceUsd,
    market_cap_dominance: percentOfSupply(totalBtc, 2),
    companies: holders.map(({ company, balanceBtc, costUsd }) => ({
      name: company.name,
      symbol: company.symbol,
      country: company.country,
      total_holdings: balanceBtc,
      total_entry_value_usd: company.isCostKnown ? costUsd : company.kind === "miner" ? null : 0,
      total_current_value_usd: balanceBtc * priceUsd,
      percentage_of_total_supply: percentOfSupply(balanceBtc, 3),
    })),
  })
}

function percentOfSupply(btc: number, digits: number): number {
  return Number(((100 * btc) / SUPPLY_CAP).toFixed(digits))
}

/** Listed companies without bitcoin here. They make the list longer than one page, so that some holders are on page 2. */
const otherCompanies = Array.from({ length: 245 }, (_, index) => {
  const number = String(index + 1).padStart(3, "0")
  return { id: `listed-company-${number}`, symbol: `L${number}.US`, name: `Listed Company ${number}`, country: "US" }
})

const allCompanies = [
  ...companies.map(({ id, symbol, name, country }) => ({ id, symbol, name, country })),
  ...otherCompanies,
].toSorted((a, b) => (a.name < b.name ? -1 : 1))

/** By name, 100 a page unless `per_page` says otherwise, 250 at most. */
function entities({ url }: ProviderRequest): Response {
  const size = Math.min(250, Math.max(1, integer(url, "per_page", 100)))
  const page = Math.max(1, integer(url, "page", 1))
  return json(allCompanies.slice((page - 1) * size, page * size))
}

/** Newest first. */
function transactions({ market, nowMs, url }: ProviderRequest, id: string): Response {
  const company = companies.find((known) => known.id === id)
  if (company === undefined) return json({ error: "entity not found" }, 404)
  const rows = tradesOf(market, company, nowMs)
    .slice(-Math.min(250, Math.max(1, integer(url, "per_page", 100))))
    .toReversed()
    .map((trade) => transaction(company, trade))
  return json({ transactions: rows })
}

function transaction({ id, cik, isCostKnown }: Company, trade: TreasuryTrade) {
  const { dayMs, changeBtc, valueUsd, balanceBtc, costUsd } = trade
  const release = `https://www.${id}.example/news/${new Date(dayMs).toISOString().slice(0, 10)}`
  return {
    date: dayMs,
    source_url: cik === null ? release : edgarDocument(cik, dayMs).url,
    coin_id: "bitcoin",
    type: changeBtc < 0 ? "sell" : "buy",
    holding_net_change: changeBtc,
    transaction_value_usd: isCostKnown || changeBtc < 0 ? valueUsd : 0,
    holding_balance: balanceBtc,
    average_entry_value_usd: isCostKnown && balanceBtc > 0 ? costUsd / balanceBtc : 0,
  }
}

/** Recomputed every minute. */
function global({ market, nowMs }: ProviderRequest): Response {
  const atMs = Math.floor(nowMs / MINUTE_MS) * MINUTE_MS
  const { btcUsd, ethUsd, totalUsd, volume24hUsd } = marketCapAt(market, atMs)
  const dayBefore = marketCapAt(market, atMs - DAY_MS)
  const priceUsd = market.priceAt("BTC", atMs)
  return json({
    data: {
      active_cryptocurrencies: 17_400,
      markets: 1476,
      total_market_cap: { btc: totalUsd / priceUsd, usd: totalUsd },
      total_volume: { btc: volume24hUsd / priceUsd, usd: volume24hUsd },
      market_cap_percentage: { btc: (100 * btcUsd) / totalUsd, eth: (100 * ethUsd) / totalUsd },
      market_cap_change_percentage_24h_usd: 100 * (totalUsd / dayBefore.totalUsd - 1),
      volume_change_percentage_24h_usd: 100 * (volume24hUsd / dayBefore.volume24hUsd - 1),
      updated_at: atMs / 1000,
    },
  })
}
