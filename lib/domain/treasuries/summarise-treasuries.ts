import { compareText } from "@/lib/domain/compare-text"
import { round } from "@/lib/domain/round"
import { DAY_MS, isoDate } from "@/lib/domain/utc-day"
import { companyKey, isSameCompany, type CompanyKey } from "./company-key"
import {
  TREASURY_SOURCES,
  type TreasuryFiling,
  type TreasuryHolding,
  type TreasurySource,
  type TreasuryTable,
  type TreasuryTransaction,
} from "./treasury"

export const TREASURY_METHOD_VERSION = "treasuries-2026.11-3"

const SUPPLY_CAP_BTC = 21_000_000
const RECENT_MS = 90 * DAY_MS
const MONTH_MS = 30 * DAY_MS
/** Two sources name the same trade when amounts agree this closely. */
const SAME_AMOUNT_RATIO = 0.01
const FILED_BEFORE_MS = DAY_MS
const FILED_AFTER_MS = 6 * DAY_MS

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
  readonly isPurchase: boolean
  readonly amountBtc: number
  readonly valueUsd: number | null
  /** Host of the filing, or the name of the data source. */
  readonly source: string
  readonly url: string | null
  /** The company's own report to the SEC around that day. */
  readonly filingUrl: string | null
  readonly basis: TreasuryTransaction["basis"]
}

export type TreasurySummary = {
  readonly holders: readonly Holder[]
  readonly totalBtc: number
  readonly top1Pct: number
  readonly top5Pct: number
  /** Last 90 days, newest first. */
  readonly purchases: readonly Trade[]
  readonly sales: readonly Trade[]
  /** Bought minus sold over 30 days, by the companies whose trades are known; `null` where none are. */
  readonly netChange30dBtc: number | null
  readonly tradesKnownFor: number
  readonly sources: readonly TreasurySource[]
}

/** Merges sources: one entry per company from its most trusted source, each trade once. */
export function summariseTreasuries(
  { holdings, transactions, filings }: TreasuryTable,
  nowMs: number,
): TreasurySummary {
  const past = transactions.filter(({ atMs, changeBtc }) => atMs <= nowMs && changeBtc !== 0)
  const listed = distinctHoldings(holdings.map(withKey))
  const trades = distinctTrades(past.map(withKey), listed)
  const holders = listed.map((holding) => toHolder(holding, trades))
  const totalBtc = sumOf(holders.map(({ holdingsBtc }) => holdingsBtc))
  const share = (count: number) =>
    totalBtc === 0 ? 0 : round((100 * sumOf(holders.slice(0, count).map((h) => h.holdingsBtc))) / totalBtc, 2)
  const recent = trades.filter(({ atMs }) => nowMs - atMs <= RECENT_MS).map((trade) => toTrade(trade, filings))
  const month = trades.filter(({ atMs }) => nowMs - atMs <= MONTH_MS)
  const told = new Set<TreasurySource>([
    ...[...listed, ...trades].map(({ source }) => source),
    ...(recent.some(({ filingUrl }) => filingUrl !== null) ? (["sec"] as const) : []),
  ])
  return {
    holders,
    totalBtc,
    top1Pct: share(1),
    top5Pct: share(5),
    purchases: recent.filter(({ isPurchase }) => isPurchase),
    sales: recent.filter(({ isPurchase }) => !isPurchase),
    netChange30dBtc: trades.length === 0 ? null : sumOf(month.map(({ changeBtc }) => changeBtc)),
    tradesKnownFor: listed.filter(({ key }) => trades.some((trade) => isSameCompany(key, trade.key))).length,
    sources: TREASURY_SOURCES.filter((source) => told.has(source)),
  }
}

type Keyed<Row> = Row & { readonly key: CompanyKey }

function withKey<Row extends { readonly symbol: string | null; readonly company: string }>(row: Row): Keyed<Row> {
  return { ...row, key: companyKey(row) }
}

function distinctHoldings(holdings: readonly Keyed<TreasuryHolding>[]): readonly Keyed<TreasuryHolding>[] {
  const kept: Keyed<TreasuryHolding>[] = []
  for (const holding of holdings.filter(({ holdingsBtc }) => holdingsBtc > 0).toSorted(byTrust)) {
    if (!kept.some(({ key }) => isSameCompany(key, holding.key))) kept.push(holding)
  }
  return kept.toSorted((a, b) => b.holdingsBtc - a.holdingsBtc || compareText(a.company, b.company))
}

function byTrust(a: TreasuryHolding, b: TreasuryHolding): number {
  return rank(a) - rank(b) || b.holdingsBtc - a.holdingsBtc || compareText(textOf(a), textOf(b))
}

function distinctTrades(
  transactions: readonly Keyed<TreasuryTransaction>[],
  listed: readonly Keyed<TreasuryHolding>[],
): readonly Keyed<TreasuryTransaction>[] {
  const reported = transactions.filter(({ basis }) => basis === "reported")
  // Where a company's trades are reported, the differences between our readings are the same trades again.
  const observed = transactions.filter(
    ({ basis, key }) => basis === "observed" && !reported.some((other) => isSameCompany(key, other.key)),
  )
  const trusted = [...reported, ...observed].toSorted(
    (a, b) => rank(a) - rank(b) || b.atMs - a.atMs || b.changeBtc - a.changeBtc || compareText(textOf(a), textOf(b)),
  )
  const kept: Keyed<TreasuryTransaction>[] = []
  for (const trade of trusted) if (!kept.some((other) => isSameTrade(other, trade))) kept.push(trade)
  const named = kept.map((trade) => ({ ...trade, company: nameOf(trade, listed) }))
  return named.toSorted((a, b) => b.atMs - a.atMs || b.changeBtc - a.changeBtc || compareText(a.company, b.company))
}

/** Trades of one source are distinct by themselves; two sources may report the same trade. */
function isSameTrade(a: Keyed<TreasuryTransaction>, b: Keyed<TreasuryTransaction>): boolean {
  if (!isSameCompany(a.key, b.key) || isoDate(a.atMs) !== isoDate(b.atMs)) return false
  if (a.source === b.source) return a.changeBtc === b.changeBtc && a.sourceUrl === b.sourceUrl
  return Math.abs(a.changeBtc - b.changeBtc) <= SAME_AMOUNT_RATIO * Math.abs(a.changeBtc)
}

/** The name under which the company is listed, so that trades and holders can be read together. */
function nameOf(trade: Keyed<TreasuryTransaction>, listed: readonly Keyed<TreasuryHolding>[]): string {
  return listed.find(({ key }) => isSameCompany(key, trade.key))?.company ?? trade.company
}

function toHolder(holding: Keyed<TreasuryHolding>, trades: readonly Keyed<TreasuryTransaction>[]): Holder {
  const last = trades.find((trade) => trade.changeBtc > 0 && isSameCompany(trade.key, holding.key))
  const { holdingsBtc, entryValueUsd } = holding
  return {
    company: holding.company,
    ticker: holding.key.ticker,
    country: holding.country,
    holdingsBtc,
    shareOfSupplyPct: round((100 * holdingsBtc) / SUPPLY_CAP_BTC, 4),
    avgCostUsd: entryValueUsd !== null && entryValueUsd > 0 ? round(entryValueUsd / holdingsBtc, 2) : null,
    lastPurchase: last ? { atMs: last.atMs, amountBtc: last.changeBtc } : null,
    source: holding.source,
  }
}

function toTrade(trade: Keyed<TreasuryTransaction>, filings: readonly TreasuryFiling[]): Trade {
  const { company, atMs, changeBtc, valueUsd, sourceUrl, source, basis } = trade
  const host = /^https?:\/\/([^/:?#]+)/.exec(sourceUrl ?? "")?.[1]
  return {
    company,
    atMs,
    isPurchase: changeBtc > 0,
    amountBtc: Math.abs(changeBtc),
    valueUsd,
    source: host ?? source,
    url: sourceUrl,
    filingUrl: evidenceOf(trade, filings),
    basis,
  }
}

/** The report filed nearest to a trade: companies announce within four business days, some on the eve. */
function evidenceOf({ key, atMs }: Keyed<TreasuryTransaction>, filings: readonly TreasuryFiling[]): string | null {
  const near = filings.filter(
    ({ ticker, filedMs }) =>
      ticker === key.ticker && filedMs >= atMs - FILED_BEFORE_MS && filedMs <= atMs + FILED_AFTER_MS,
  )
  const distanceMs = ({ filedMs }: TreasuryFiling) => Math.abs(filedMs - atMs)
  return near.toSorted((a, b) => distanceMs(a) - distanceMs(b) || compareText(a.url, b.url))[0]?.url ?? null
}

function rank({ source }: { readonly source: TreasurySource }): number {
  return TREASURY_SOURCES.indexOf(source)
}

function textOf(row: { readonly company: string; readonly symbol: string | null; readonly sourceUrl?: string | null }) {
  return `${row.symbol ?? ""}|${row.company}|${row.sourceUrl ?? ""}`
}

function sumOf(values: readonly number[]): number {
  return round(
    values.reduce((total, value) => total + value, 0),
    8,
  )
}
