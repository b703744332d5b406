import type { ResponseOf } from "@/lib/api/contract"
import type { marketOverviewContract } from "./contract"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { EtfFlowFeed } from "@/lib/domain/flows/etf-flow"
import { type EtfSummary, recentEtfFlows } from "@/lib/domain/flows/etf-summary"
import { type Coin, COINS } from "@/lib/domain/market/coin"
import { absentVenues, type VenuePart } from "@/lib/domain/market/venue-totals"
import type { DominanceFeed } from "@/lib/domain/market/dominance"
import type { FearGreedFeed } from "@/lib/domain/regime/regime-facts"
import { isoDate, isoTime } from "@/lib/domain/utc-day"
import { dominanceOf, fearGreedOf, macroOf, stablecoinsOf } from "./market"
import { derivativesOf, pricesOf, signalOf } from "./coin"
import { historyOf } from "./history"
import { overviewMeta } from "./meta"
import { type MarketDeps, readMarket } from "@/lib/usecases/read-market"

type Answer = ResponseOf<typeof marketOverviewContract>

export type OverviewDeps = MarketDeps & {
  readonly etfFlows: EtfFlowFeed
  readonly dominance: DominanceFeed
  readonly fearGreed: FearGreedFeed
}
type PerCoin<T> = Readonly<Record<Coin, T>>

/** The minimum of the six parts beside signals and prices; with fewer parts, nothing is sold. */
const [MIN_PARTS, ALL_PARTS] = [3, 6]

/**
 * The three votes with prices, flows, derivatives and macro. Missing values are `null` and named.
 *
 * @throws {DataUnavailableError} without the vote on any of the coins, or with fewer than three of the other parts.
 */
export async function getMarketOverview(_: unknown, deps: OverviewDeps): Promise<Answer> {
  const { nowMs } = deps
  const [readings, flows, dominance, fearGreed] = await Promise.all([
    perCoin((coin) => readMarket(coin, deps)),
    perCoin((coin) => deps.etfFlows.read(coin)),
    deps.dominance.read(),
    deps.fearGreed.read(),
  ])
  const etf = mapCoins((coin) => flows[coin] && recentEtfFlows(flows[coin].value, nowMs))
  const { view } = readings.BTC.signal
  const parts = {
    ...stablecoinsOf(view),
    fear_greed: fearGreedOf(fearGreed?.value ?? [], nowMs),
    derivatives: mapCoins((coin) => derivativesOf(readings[coin])),
    macro: macroOf(view),
    dominance: dominanceOf(dominance && dominance.value),
  }
  const missing = missingOf(parts, etf)
  if (missing.length > ALL_PARTS - MIN_PARTS) {
    throw new DataUnavailableError(`Not known at the moment: ${missing.join(", ")}. Nothing was charged.`)
  }
  const absent = perVenue(deps.series.interestVenues, (coin) => readings[coin].signal.view.venues.openInterest)
  const unknown = [...missing, ...gapsOf(parts, etf), ...(missing.includes("derivatives") ? [] : absent)]
  const bitcoin = etfOf(etf.BTC)
  return {
    timestamp: isoTime(nowMs),
    signals: mapCoins((coin) => signalOf(readings[coin], nowMs)),
    prices: mapCoins((coin) => pricesOf(readings[coin])),
    etf: { total_m: bitcoin.total_m, institutional_m: bitcoin.institutional_m, date: bitcoin.date },
    etf_flows: mapCoins((coin) => etfOf(etf[coin])),
    ...parts,
    history_30d: mapCoins((coin) => historyOf(readings[coin], flows[coin], nowMs)),
    meta: overviewMeta({ readings, others: [...Object.values(flows), dominance, fearGreed], unknown }, deps),
  }
}

function etfOf(summary: EtfSummary | null): Answer["etf_flows"][Coin] {
  return {
    date: summary && isoDate(summary.dayMs),
    total_m: summary && summary.totalUsdM,
    institutional_m: summary && summary.institutionalUsdM,
    flow_7d_m: summary && summary.week.totalUsdM,
  }
}

type Parts = Pick<Answer, "stablecoin" | "stablecoin_flows" | "fear_greed" | "derivatives" | "macro" | "dominance">

/** Parts without any value. */
function missingOf(parts: Parts, etf: PerCoin<EtfSummary | null>): readonly string[] {
  const { fear_greed, stablecoin, derivatives, macro, dominance } = parts
  return [
    ...(fear_greed.value === null ? ["fear & greed index"] : []),
    ...(Object.values(etf).every((summary) => summary === null) ? ["ETF flows"] : []),
    ...(stablecoin.total_supply_b === null ? ["stablecoin supply"] : []),
    ...(isUnknown(derivatives) ? ["derivatives"] : []),
    ...(isUnknown(macro) ? ["macro series"] : []),
    ...(isUnknown({ dominance }) ? ["dominance"] : []),
  ]
}

const FUTURES = [
  ["funding rate", "funding_rate_8h_pct"],
  ["open interest", "open_interest_base"],
  ["long/short ratio", "long_short_ratio"],
] as const

const SERIES = [
  ["VIX", "vix"],
  ["dollar index", "dxy"],
  ["ten-year yield", "us10y"],
  ["S&P 500", "spx"],
] as const

/** The single coins and series that are missing in available parts. */
function gapsOf({ derivatives, macro, dominance }: Parts, etf: PerCoin<EtfSummary | null>): readonly string[] {
  const flows = ofCoins("ETF flows", (coin) => etf[coin] === null)
  const futures = FUTURES.flatMap(([name, fact]) => ofCoins(name, (coin) => derivatives[coin][fact] === null))
  const series = SERIES.filter(([, key]) => macro[key].value === null).map(([name]) => name)
  return [
    ...(COINS.every((coin) => etf[coin] === null) ? [] : flows),
    ...(isUnknown(derivatives) ? [] : futures),
    ...(isUnknown(macro) ? [] : series),
    ...(dominance.btc_pct !== null || isUnknown({ dominance }) ? [] : ["dominance but for the change of the market"]),
  ]
}

/** The open interest of venues that had none at the close, which the sums lack. */
function perVenue(
  allowed: readonly string[] | undefined,
  partsOf: (coin: Coin) => readonly VenuePart[],
): readonly string[] {
  return (allowed ?? []).flatMap((venue) =>
    ofCoins(
      `open interest on ${venue}`,
      (coin) => partsOf(coin).length > 0 && absentVenues([venue], partsOf(coin)).length > 0,
    ),
  )
}

function ofCoins(name: string, lacks: (coin: Coin) => boolean): readonly string[] {
  const coins = COINS.filter(lacks)
  return coins.length === 0 ? [] : [`${name} of ${coins.join(", ")}`]
}

function isUnknown(values: Readonly<Record<string, object>>): boolean {
  return Object.values(values).every((value) => Object.values(value).every((fact) => fact === null))
}

function mapCoins<T>(of: (coin: Coin) => T): Record<Coin, T> {
  return { BTC: of("BTC"), ETH: of("ETH"), SOL: of("SOL") }
}

async function perCoin<T>(of: (coin: Coin) => Promise<T>): Promise<Record<Coin, T>> {
  const [BTC, ETH, SOL] = await Promise.all([of(COINS[0]), of(COINS[1]), of(COINS[2])])
  return { BTC, ETH, SOL }
}
