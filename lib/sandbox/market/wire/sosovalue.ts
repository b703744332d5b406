import { COINS, type Coin } from "@/lib/domain/market/coin"
import { etfDays, etfMarkets } from "@/lib/sandbox/market/series/etf-flows"
import { holdersAt, tradesOf } from "@/lib/sandbox/market/series/treasuries"
import { integer, json, type Responder, type ProviderRequest } from "./responder"

const MILLION = 1e6
/** A month, as the free plan shows. */
const SUMMARY_DAYS = 22
const CHART_DAYS = 300
const LISTED = 12

const countryNames: Readonly<Record<string, string>> = {
  US: "United States",
  JP: "Japan",
  HK: "Hong Kong",
  DE: "Germany",
  CA: "Canada",
  GB: "United Kingdom",
  CN: "China",
}

/** SoSoValue, with a key of any kind. Amounts are US dollars. */
export const sosovalue: Responder = (request) => {
  const { pathname } = request.url
  if (pathname === "/openapi/v1/etfs/summary-history") return summary(request)
  if (pathname === "/openapi/v2/etf/currentEtfDataMetrics") return currentMetrics(request)
  if (pathname === "/openapi/v2/etf/historicalInflowChart") return inflowChart(request)
  if (pathname === "/openapi/v1/btc-treasuries") return treasuries(request)
  const { ticker } = /^\/openapi\/v1\/btc-treasuries\/(?<ticker>[\w.]+)\/purchase-history$/.exec(pathname)?.groups ?? {}
  return ticker === undefined ? null : purchases(request, ticker)
}

function success(data: unknown): Response {
  return json({ code: 0, message: "success", data, details: null })
}

function summary({ market, nowMs, url }: ProviderRequest): Response {
  const coin = COINS.find((known) => known === url.searchParams.get("symbol"))
  if (coin === undefined) return json({ code: 400_001, message: "symbol is not supported" })
  const days = etfDays(market, coin, nowMs).filter(({ usdM }) => usdM.every((flow) => flow !== null))
  const shown = days.slice(-Math.min(SUMMARY_DAYS, integer(url, "limit", SUMMARY_DAYS)))
  return success(
    shown.toReversed().map((day) => ({ date: dateOf(day.dayMs), total_net_inflow: day.totalUsdM * MILLION })),
  )
}

/** Complete days of the older API, newest first, at most 300. Amounts are numbers. */
function inflowChart({ market, nowMs, body }: ProviderRequest): Response {
  const coin = coinOfType(body)
  if (coin === null) return json({ code: 400_001, message: "type is not supported" })
  const days = etfDays(market, coin, nowMs).filter(({ usdM }) => usdM[0] !== null)
  let cumUsd = 0
  const rows = days.map(({ dayMs, totalUsdM }) => {
    cumUsd += totalUsdM * MILLION
    const netAssets = 4e10 + cumUsd
    return {
      date: dateOf(dayMs),
      totalNetInflow: totalUsdM * MILLION,
      totalValueTraded: 0.04 * netAssets,
      totalNetAssets: netAssets,
      cumNetInflow: cumUsd,
    }
  })
  return json({ code: 0, msg: null, traceId: "0", data: rows.slice(-CHART_DAYS).toReversed() })
}

/** All funds of the newest day; a fund that has not reported has no value and status 3. */
function currentMetrics({ market, nowMs, body }: ProviderRequest): Response {
  const coin = coinOfType(body)
  const day = coin === null ? undefined : etfDays(market, coin, nowMs).at(-1)
  if (coin === null || day === undefined) return json({ code: 400_001, message: "type is not supported" })
  const lastUpdateDate = dateOf(day.dayMs)
  const reported = (usdM: number | null | undefined) => ({
    value: typeof usdM === "number" ? String(usdM * MILLION) : null,
    lastUpdateDate,
    status: typeof usdM === "number" ? "1" : "3",
  })
  const list = etfMarkets[coin].funds.map(({ ticker }, index) => ({
    ticker,
    dailyNetInflow: reported(day.usdM[index]),
  }))
  return json({ code: 0, msg: null, data: { dailyNetInflow: reported(day.totalUsdM), list } })
}

function coinOfType(body: string): Coin | null {
  const type = /"type"\s*:\s*"us-(?<coin>btc|eth|sol)-spot"/.exec(body)?.groups?.["coin"]?.toUpperCase()
  return COINS.find((coin) => coin === type) ?? null
}

function treasuries({ market, nowMs }: ProviderRequest): Response {
  const holders = holdersAt(market, nowMs).slice(0, LISTED)
  return success(
    holders.map(({ company }) => ({
      ticker: tickerOf(company.symbol),
      name: company.name,
      list_location: countryNames[company.country] ?? company.country,
    })),
  )
}

function purchases({ market, nowMs }: ProviderRequest, ticker: string): Response {
  const holder = holdersAt(market, nowMs).find(({ company }) => tickerOf(company.symbol) === ticker)
  if (holder === undefined) return json({ code: 404_001, message: "ticker not found" })
  const trades = tradesOf(market, holder.company, nowMs).toReversed()
  return success(
    trades.map(({ dayMs, balanceBtc, changeBtc, valueUsd }) => ({
      date: dateOf(dayMs),
      ticker,
      btc_holding: String(balanceBtc),
      btc_acq: String(changeBtc),
      acq_cost: String(Math.sign(changeBtc) * valueUsd),
      avg_btc_cost: 0.09,
    })),
  )
}

function tickerOf(symbol: string): string {
  return symbol.replace(/\.US$/, "")
}

function dateOf(dayMs: number): string {
  return new Date(dayMs).toISOString().slice(0, 10)
}
