import { round } from "@/lib/domain/round"
import { DAY_MS, isoDate } from "@/lib/domain/utc-day"
import { bareName, bareTicker } from "./company-key"
import {
  TREASURY_SOURCES,
  type TreasuryHolding,
  type TreasurySource,
  type TreasuryTable,
  type TreasuryTransaction,
} from "./treasury"

export const TREASURY_METHOD_VERSION = "treasuries-2026.11-1"

const SUPPLY_CAP_BTC = 21_000_000
const RECENT_MS = 90 * DAY_MS
const MONTH_MS = 30 * DAY_MS
/** Two sources name the same trade when amounts agree this closely. */
const SAME_AMOUNT_RATIO = 0.01

export type Holder = {
  readonly company: string
  readonly ticker: string | null
  readonly country: string | null
  readonly holdingsBtc: number
  readonly shareOfSupplyPct: number
  /** US dollars per coin; `null` where the source does not know the cost. */
  readonly avgCostUsd: number | null
  readonly lastPurchase: { readonly atMs: number; readonly amountBtc: number } | null
  readonly source: TreasurySource
}

/** A purchase or sale; `amountBtc` is positive in both. */
export type Trade = {
  readonly company: string
  readonly atMs: number
  readonly amountBtc: number
  readonly valueUsd: number | null
  /** Host of the filing, or the name of the data source. */
  readonly source: string
  readonly url: string | null
}

export type TreasurySummary = {
  readonly holders: readonly Holder[]
  readonly totalBtc: number
  readonly top1Pct: number
  readonly top5Pct: number
  /** Last 90 days, newest first. */
  readonly purchases: readonly Trade[]
  readonly sales: readonly Trade[]
  /** Bought minus sold over 30 days, by the companies whose trades are known. */
  readonly netChange30dBtc: number
  readonly tradesKnownFor: number
  readonly sources: readonly TreasurySource[]
}

/** Puts sources together: one entry per company from its most trusted source, one trade however often it is told. */
export function summariseTreasuries({ holdings, transactions }: TreasuryTable, nowMs: number): TreasurySummary {
  const past = transactions.filter(({ atMs, changeBtc }) => atMs <= nowMs && changeBtc !== 0)
  const listed = distinctHoldings(holdings)
  const trades = distinctTrades(past, listed)
  const holders = listed.map((holding) => toHolder(holding, trades))
  const totalBtc = sumOf(holders.map(({ holdingsBtc }) => holdingsBtc))
  const share = (count: number) =>
    totalBtc === 0 ? 0 : round((100 * sumOf(holders.slice(0, count).map((h) => h.holdingsBtc))) / totalBtc, 2)
  const recent = trades.filter(({ atMs }) => nowMs - atMs <= RECENT_MS)
  const month = trades.filter(({ atMs }) => nowMs - atMs <= MONTH_MS)
  return {
    holders,
    totalBtc,
    top1Pct: share(1),
    top5Pct: share(5),
    purchases: recent.filter(({ changeBtc }) => changeBtc > 0).map(toTrade),
    sales: recent.filter(({ changeBtc }) => changeBtc < 0).map(toTrade),
    netChange30dBtc: sumOf(month.map(({ changeBtc }) => changeBtc)),
    tradesKnownFor: holders.filter((holder) => trades.some((trade) => isSame(holder.ticker, holder.company, trade)))
      .length,
    sources: TREASURY_SOURCES.filter((source) => [...holders, ...trades].some((row) => row.source === source)),
  }
}

function distinctHoldings(holdings: readonly TreasuryHolding[]): readonly TreasuryHolding[] {
  const kept: TreasuryHolding[] = []
  for (const holding of holdings.filter(({ holdingsBtc }) => holdingsBtc > 0).toSorted(byTrust)) {
    if (!kept.some((other) => isSame(bareTicker(other.symbol), other.company, holding))) kept.push(holding)
  }
  return kept.toSorted((a, b) => b.holdingsBtc - a.holdingsBtc || compare(a.company, b.company))
}

function byTrust(a: TreasuryHolding, b: TreasuryHolding): number {
  return rank(a) - rank(b) || b.holdingsBtc - a.holdingsBtc || compare(keyOf(a), keyOf(b))
}

function distinctTrades(
  transactions: readonly TreasuryTransaction[],
  listed: readonly TreasuryHolding[],
): readonly TreasuryTransaction[] {
  const kept: TreasuryTransaction[] = []
  const trusted = transactions.toSorted(
    (a, b) => rank(a) - rank(b) || b.atMs - a.atMs || b.changeBtc - a.changeBtc || compare(keyOf(a), keyOf(b)),
  )
  for (const trade of trusted) if (!kept.some((other) => isSameTrade(other, trade))) kept.push(trade)
  const named = kept.map((trade) => ({ ...trade, company: nameOf(trade, listed) }))
  return named.toSorted((a, b) => b.atMs - a.atMs || b.changeBtc - a.changeBtc || compare(a.company, b.company))
}

/** Trades of one source are distinct by themselves; two sources may tell of the same one. */
function isSameTrade(a: TreasuryTransaction, b: TreasuryTransaction): boolean {
  if (!isSame(bareTicker(a.symbol), a.company, b) || isoDate(a.atMs) !== isoDate(b.atMs)) return false
  if (a.source === b.source) return a.changeBtc === b.changeBtc && a.sourceUrl === b.sourceUrl
  return Math.abs(a.changeBtc - b.changeBtc) <= SAME_AMOUNT_RATIO * Math.abs(a.changeBtc)
}

/** The name under which the company is listed, so that trades and holders can be read together. */
function nameOf(trade: TreasuryTransaction, listed: readonly TreasuryHolding[]): string {
  return listed.find(({ symbol, company }) => isSame(bareTicker(symbol), company, trade))?.company ?? trade.company
}

/** By ticker where both have one, else by name. */
function isSame(
  ticker: string | null,
  company: string,
  other: { readonly symbol: string | null; readonly company: string },
): boolean {
  const otherTicker = bareTicker(other.symbol)
  if (ticker !== null && otherTicker !== null) return ticker === otherTicker
  return bareName(company) === bareName(other.company)
}

function toHolder(holding: TreasuryHolding, trades: readonly TreasuryTransaction[]): Holder {
  const ticker = bareTicker(holding.symbol)
  const last = trades.find((trade) => trade.changeBtc > 0 && isSame(ticker, holding.company, trade))
  const { holdingsBtc, entryValueUsd } = holding
  return {
    company: holding.company,
    ticker,
    country: holding.country,
    holdingsBtc,
    shareOfSupplyPct: round((100 * holdingsBtc) / SUPPLY_CAP_BTC, 4),
    avgCostUsd: entryValueUsd !== null && entryValueUsd > 0 ? round(entryValueUsd / holdingsBtc, 2) : null,
    lastPurchase: last ? { atMs: last.atMs, amountBtc: last.changeBtc } : null,
    source: holding.source,
  }
}

function toTrade({ company, atMs, changeBtc, valueUsd, sourceUrl, source }: TreasuryTransaction): Trade {
  const host = /^https?:\/\/([^/:?#]+)/.exec(sourceUrl ?? "")?.[1]
  return { company, atMs, amountBtc: Math.abs(changeBtc), valueUsd, source: host ?? source, url: sourceUrl }
}

function rank({ source }: { readonly source: TreasurySource }): number {
  return TREASURY_SOURCES.indexOf(source)
}

function keyOf(row: { readonly company: string; readonly symbol: string | null; readonly sourceUrl?: string | null }) {
  return `${row.symbol ?? ""}|${row.company}|${row.sourceUrl ?? ""}`
}

function sumOf(values: readonly number[]): number {
  return round(
    values.reduce((total, value) => total + value, 0),
    8,
  )
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}
