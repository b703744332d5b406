import type { ResponseOf } from "@/lib/api/contract"
import { DEFILLAMA_ATTRIBUTION } from "@/lib/api/defi-fields"
import type { yieldsContract } from "./contract"
import { isYieldChain, type YieldChain } from "@/lib/domain/defi/asset-class"
import { flagsOf } from "@/lib/domain/defi/pool-flags"
import { apySigmaPp, rewardSharePct, riskAdjustedApyPct, stabilityOf } from "@/lib/domain/defi/pool-metrics"
import { assessPoolRisk, isExploited } from "@/lib/domain/defi/pool-risk"
import { scanYields, type YieldFilter, type YieldScan, YIELDS_METHOD_VERSION } from "@/lib/domain/defi/scan-yields"
import { indexTrust, protocolName, type TrustIndex } from "@/lib/domain/defi/trust"
import type { PoolFeed, TreasuryBillFeed, TrustData, TrustFeed, YieldPool } from "@/lib/domain/defi/yield-pool"
import { pageOf, type RankedPool, readCursor, writeCursor } from "@/lib/domain/defi/yield-page"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { round, roundOrNull } from "@/lib/domain/round"
import { isoTime } from "@/lib/domain/utc-day"
import { answerMeta, type AnswerContext, present, type QueryOf } from "@/lib/usecases/answer-meta"

type Query = QueryOf<typeof yieldsContract>
type Answer = ResponseOf<typeof yieldsContract>

/** Sources of yields and of facts on protocols. */
export type YieldPorts = {
  readonly pools: PoolFeed
  readonly trust: TrustFeed
  readonly treasuryBill: TreasuryBillFeed
}

const DISCLAIMER = "Research, not advice. A yield is pay for risk; contracts fail, and deposits can be lost in full."

/**
 * The best sound yields. Without facts on protocols, pools are listed without a grade.
 *
 * @throws {DataUnavailableError} without pools.
 */
export async function getYields(
  query: Query,
  { pools, trust, treasuryBill, nowMs, mode }: AnswerContext & YieldPorts,
): Promise<Answer> {
  const [list, trustData, bill] = await Promise.all([readPools(pools), trust.read(), treasuryBill.read()])
  const index = indexTrust(trustData?.value ?? null)
  const scan = scanYields(list.value, toFilter(query), ({ project }) => isExploited(index(project), nowMs))
  const { sort, limit, cursor } = query
  const page = pageOf(scan, { sort, limit, after: cursor === undefined ? null : readCursor(cursor) })
  const entries = (ranked: readonly RankedPool[]) => ranked.map(({ pool, rank }) => toEntry(pool, rank, index, nowMs))
  const stablecoin = entries(page.stablecoin)
  const bluechip = entries(page.bluechip)
  return {
    stablecoin,
    bluechip,
    next_cursor: page.next && writeCursor(page.next),
    counts: {
      scanned: scan.scanned,
      eligible: scan.eligible,
      returned: stablecoin.length + bluechip.length,
      excluded: { ...scan.excluded },
    },
    chains: toChains(scan),
    benchmark: {
      median_stable_apy: roundOrNull(scan.benchmark.medianStablePct, 3),
      tvl_weighted_stable_apy: roundOrNull(scan.benchmark.tvlWeightedStablePct, 3),
      tbill_3m_pct: bill?.value ?? null,
    },
    filters_applied: filtersOf(query),
    attribution: [DEFILLAMA_ATTRIBUTION],
    timestamp: isoTime(nowMs),
    meta: answerMeta({
      nowMs,
      mode,
      methodVersion: YIELDS_METHOD_VERSION,
      inputs: [list, ...present([trustData, bill])],
      degraded: degradedOf(scan, trustData?.value ?? null, bill === null),
      disclaimer: DISCLAIMER,
    }),
  }
}

/** @throws {DataUnavailableError} without pools. */
export async function readPools(pools: PoolFeed): Promise<Sourced<readonly YieldPool[]>> {
  const list = await pools.read()
  if (list === null || list.value.length === 0) {
    throw new DataUnavailableError("No list of yield pools is known that is recent enough.")
  }
  return list
}

function toFilter(query: Query): YieldFilter {
  return {
    assetClass: query.asset_class === "all" ? null : query.asset_class,
    chain: query.chain === "all" ? null : query.chain,
    minTvlUsd: query.min_tvl,
    minApyPct: query.min_apy ?? null,
    maxApyPct: query.max_apy ?? null,
    exposure: query.exposure === "any" ? null : query.exposure,
    withoutIl: query.il === "none",
    project: query.project ?? null,
    sort: query.sort,
  }
}

function filtersOf(query: Query): Answer["filters_applied"] {
  const { min_apy = null, max_apy = null, project = null, cursor = null } = query
  return { ...query, min_apy, max_apy, project, cursor }
}

function toEntry(pool: YieldPool, rank: number, index: TrustIndex, nowMs: number): Answer["stablecoin"][number] {
  if (!isYieldChain(pool.chain)) throw new RangeError(`${pool.chain} was scanned and is not a scanned chain.`)
  const trust = index(pool.project)
  const risk = assessPoolRisk(pool, trust, nowMs)
  return {
    rank,
    pool_id: pool.poolId,
    project: pool.project,
    project_name: protocolName(trust, pool.project),
    chain: pool.chain,
    symbol: pool.symbol,
    pool_meta: pool.poolMeta,
    url: `https://defillama.com/yields/pool/${pool.poolId}`,
    tvl_usd: round(pool.tvlUsd, 0),
    tvl_change_7d_pct: roundOrNull(pool.tvlChange7dPct, 2),
    apy: round(pool.apyPct ?? 0, 4),
    apy_base: roundOrNull(pool.apyBasePct, 4),
    apy_reward: roundOrNull(pool.apyRewardPct, 4),
    reward_share_pct: roundOrNull(rewardSharePct(pool), 2),
    apy_mean_30d: roundOrNull(pool.apyMean30dPct, 4),
    apy_change_7d_pp: roundOrNull(pool.apyChange7dPp, 4),
    apy_sigma: pool.returnSigmaPct === null ? null : round(apySigmaPp(pool), 4),
    stability: stabilityOf(pool),
    outlook: {
      class: pool.outlook.class,
      probability_pct: roundOrNull(pool.outlook.probabilityPct, 1),
      confidence: pool.outlook.confidence,
    },
    risk_adjusted_apy: round(riskAdjustedApyPct(pool), 4),
    il_risk: pool.hasIlRisk === null ? null : pool.hasIlRisk ? "yes" : "no",
    exposure: pool.exposure,
    reward_tokens: [...pool.rewardTokens],
    underlying_tokens: [...pool.underlyingTokens],
    history_days: pool.historyDays,
    risk: { ...risk, contributors: [...risk.contributors], unknown: [...risk.unknown] },
    flags: [...flagsOf(pool, trust, nowMs)],
  }
}

function toChains(scan: YieldScan): Answer["chains"] {
  return scan.chains.map(({ chain, scannedPools, bestApyPct, medianApyPct }) => ({
    chain,
    pools: scannedPools,
    best_apy: roundOrNull(bestApyPct, 4),
    median_apy: roundOrNull(medianApyPct, 4),
    status: scannedPools === 0 ? "missing" : "ok",
  }))
}

/** Warning about a chain that the provider has renamed or dropped. */
export function noPoolsOn(chain: YieldChain): string {
  return `The provider lists no pool on ${chain}.`
}

function degradedOf(scan: YieldScan, trustData: TrustData | null, noBill: boolean): readonly string[] {
  const missing = scan.chains.filter(({ scannedPools }) => scannedPools === 0)
  return [
    ...missing.map(({ chain }) => noPoolsOn(chain)),
    ...(trustData === null ? ["Protocols and exploits cannot be read: audits, age and hacks are unknown."] : []),
    ...(trustData !== null && trustData.hacks === null
      ? ["The list of exploits cannot be read: hacks are unknown."]
      : []),
    ...(noBill ? ["The treasury bill yield is not available for comparison."] : []),
  ]
}
