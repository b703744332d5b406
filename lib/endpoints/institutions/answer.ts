import type { ResponseOf } from "@/lib/api/contract"
import type { institutionsContract } from "./contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import { type CandleFeed, DISPUTED } from "@/lib/domain/market/candle-feed"
import { round } from "@/lib/domain/round"
import {
  type Holder,
  summariseTreasuries,
  type Trade,
  TREASURY_METHOD_VERSION,
} from "@/lib/domain/treasuries/summarise-treasuries"
import { MIN_COMPANIES, type TreasuryFeed, type TreasurySource } from "@/lib/domain/treasuries/treasury"
import { isoDate, isoTime } from "@/lib/domain/utc-day"
import { answerMeta, present, type AnswerContext } from "@/lib/usecases/answer-meta"

type Answer = ResponseOf<typeof institutionsContract>

const MAX_SHOWN = 50

const attributionOf = {
  coingecko: "Data provided by CoinGecko (https://www.coingecko.com)",
  sosovalue: "SoSoValue (https://sosovalue.com)",
  sec: "U.S. Securities and Exchange Commission, EDGAR (https://www.sec.gov/edgar)",
} as const satisfies Record<TreasurySource, string>

type Ports = AnswerContext & {
  readonly treasuries: TreasuryFeed
  /** Price to value the holdings. Without it they are not valued. */
  readonly candles: Pick<CandleFeed, "price">
}

/**
 * Public companies that hold bitcoin.
 *
 * @throws {DataUnavailableError} when fewer than 11 companies are known.
 */
export async function getInstitutions(_: unknown, { treasuries, candles, nowMs, mode }: Ports): Promise<Answer> {
  const [{ table, summary }, price] = await Promise.all([readHoldings({ treasuries, nowMs }), candles.price("BTC")])
  const priceUsd = price?.value ?? null
  const degraded = [
    ...(summary.tradesKnownFor === 0 ? ["No purchases or sales are known: trades are incomplete."] : []),
    ...(priceUsd === null ? ["No bitcoin price: holdings are not valued."] : []),
    ...(price?.isDisputed ? [DISPUTED] : []),
  ]
  return {
    total_companies: summary.holders.length,
    total_btc: summary.totalBtc,
    btc_price_usd: priceUsd,
    total_value_usd: priceUsd === null ? null : Math.round(summary.totalBtc * priceUsd),
    top_holders: summary.holders.slice(0, MAX_SHOWN).map((holder) => toEntry(holder, priceUsd)),
    recent_purchases: summary.purchases.slice(0, MAX_SHOWN).map(toTrade),
    recent_sales: summary.sales.slice(0, MAX_SHOWN).map(toTrade),
    concentration: { top1_pct: summary.top1Pct, top5_pct: summary.top5Pct },
    net_change_30d_btc: summary.netChange30dBtc,
    trades_known_for: summary.tradesKnownFor,
    data_sources: summary.sources.map((source) => attributionOf[source]),
    timestamp: isoTime(nowMs),
    meta: answerMeta({
      nowMs,
      mode,
      methodVersion: TREASURY_METHOD_VERSION,
      inputs: [table, ...present([price])],
      degraded,
      disclaimer: "Holdings are as disclosed and lag behind trades. Research, not advice.",
    }),
  }
}

/** @throws {DataUnavailableError} when fewer than 11 companies are known. */
export async function readHoldings({ treasuries, nowMs }: Pick<Ports, "treasuries" | "nowMs">) {
  const table = await treasuries.read()
  const summary = table && summariseTreasuries(table.value, nowMs)
  if (!summary || summary.holders.length < MIN_COMPANIES) {
    throw new DataUnavailableError("The holdings of public companies cannot be read at the moment.")
  }
  return { table, summary }
}

function toEntry(holder: Holder, priceUsd: number | null): Answer["top_holders"][number] {
  const { ticker, country, avgCostUsd, lastPurchase } = holder
  return {
    company: holder.company,
    ...(ticker === null ? {} : { ticker }),
    ...(country === null ? {} : { country }),
    btc_holdings: holder.holdingsBtc,
    share_of_supply_pct: holder.shareOfSupplyPct,
    ...(avgCostUsd === null ? {} : { avg_cost_basis: avgCostUsd }),
    ...valuation(holder, priceUsd),
    ...(lastPurchase === null
      ? {}
      : { last_purchase_date: isoDate(lastPurchase.atMs), last_purchase_amount: lastPurchase.amountBtc }),
  }
}

/** Value of the holding, and profit or loss where its cost is known. */
function valuation({ holdingsBtc, avgCostUsd }: Holder, priceUsd: number | null) {
  if (priceUsd === null) return {}
  const value = { value_usd: Math.round(holdingsBtc * priceUsd) }
  if (avgCostUsd === null) return value
  return {
    ...value,
    unrealised_pnl_usd: Math.round(holdingsBtc * (priceUsd - avgCostUsd)),
    unrealised_pnl_pct: round(100 * (priceUsd / avgCostUsd - 1), 2),
  }
}

function toTrade(trade: Trade): Answer["recent_sales"][number] {
  const { company, atMs, amountBtc, valueUsd, source, url, filingUrl, basis } = trade
  return {
    company,
    date: isoDate(atMs),
    btc_amount: amountBtc,
    value_usd: valueUsd,
    source,
    url,
    filing_url: filingUrl,
    basis,
  }
}
