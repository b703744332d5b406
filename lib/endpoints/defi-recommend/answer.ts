import type { ResponseOf } from "@/lib/api/contract"
import { DEFILLAMA_ATTRIBUTION } from "@/lib/api/defi-fields"
import type { defiRecommendContract } from "./contract"
import { feeBudgetOf, reasonsOf, triggersOf } from "@/lib/domain/defi/advice"
import { chainsWithoutPools, isYieldChain, type YieldChain } from "@/lib/domain/defi/asset-class"
import { lockupDays } from "@/lib/domain/defi/pool-metrics"
import { expectedYieldUsd, type Position } from "@/lib/domain/defi/portfolio"
import type { RiskProfile } from "@/lib/domain/defi/profile"
import { recommend, RECOMMEND_METHOD_VERSION, type Strategy, type RecommendRequest } from "@/lib/domain/defi/recommend"
import { indexTrust, protocolName } from "@/lib/domain/defi/trust"
import type { TrustData, TrustFeed } from "@/lib/domain/defi/yield-pool"
import { DataUnavailableError } from "@/lib/domain/errors"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { round, roundOrNull } from "@/lib/domain/round"
import { isoTime } from "@/lib/domain/utc-day"
import { answerMeta, type AnswerContext, present, type QueryOf } from "@/lib/usecases/answer-meta"
import { noPoolsOn, readPools, type YieldPorts } from "@/lib/endpoints/yields/answer"

type Query = QueryOf<typeof defiRecommendContract>
type Answer = ResponseOf<typeof defiRecommendContract>

const DISCLAIMER = "Research, not advice. A yield is pay for risk; contracts fail, and deposits can be lost in full."

/**
 * An allocation within the limits of a risk profile.
 *
 * @throws {DataUnavailableError} without pools, or without the trust data that the limits ask for.
 */
export async function getDefiRecommend(
  query: Query,
  { pools, trust, treasuryBill, nowMs, mode }: AnswerContext & YieldPorts,
): Promise<Answer> {
  const [list, trustData, bill] = await Promise.all([readPools(pools), readTrust(trust), treasuryBill.read()])
  const trustOf = indexTrust(trustData.value)
  const request = toRequest(query)
  const strategyFor = (risk: RiskProfile) => recommend(list.value, trustOf, { ...request, risk }, nowMs)
  const strategy = strategyFor(request.risk)
  const apyFor = (risk: RiskProfile) => apyOf(risk === request.risk ? strategy : strategyFor(risk))
  return {
    risk: request.risk,
    amount_usd: request.amountUsd,
    horizon_days: request.horizonDays,
    status: strategy.status,
    ...toStrategy(strategy, request, { nowMs, nameOf: (project) => protocolName(trustOf(project), project) }),
    comparison: {
      tbill_3m_pct: bill?.value ?? null,
      hold_stablecoin_pct: 0,
      conservative_apy: apyFor("conservative"),
      moderate_apy: apyFor("moderate"),
      aggressive_apy: apyFor("aggressive"),
    },
    attribution: [DEFILLAMA_ATTRIBUTION],
    timestamp: isoTime(nowMs),
    meta: answerMeta({
      nowMs,
      mode,
      methodVersion: RECOMMEND_METHOD_VERSION,
      inputs: [list, ...present([trustData, bill])],
      degraded: [
        ...chainsWithoutPools(list.value)
          .filter((chain) => request.chains === null || request.chains.includes(chain))
          .map(noPoolsOn),
        ...(trustData.value.hacks === null ? ["The list of exploits cannot be read: hacks are unknown."] : []),
        ...(bill === null ? ["The treasury bill yield is not available for comparison."] : []),
      ],
      disclaimer: DISCLAIMER,
    }),
  }
}

/** @throws {DataUnavailableError} without the trust data. */
export async function readTrust(trust: TrustFeed): Promise<Sourced<TrustData>> {
  const trustData = await trust.read()
  if (trustData !== null) return trustData
  throw new DataUnavailableError("Protocols and exploits cannot be read: no strategy can be checked.")
}

function toRequest(query: Query): RecommendRequest {
  return {
    risk: query.risk,
    amountUsd: round(query.capital, 2),
    horizonDays: query.horizon_days,
    chains: query.chains === "all" ? null : [...new Set(query.chains.split(","))].map(knownChain),
    excludeProjects: query.exclude === "" ? [] : query.exclude.split(","),
  }
}

function apyOf({ status, portfolio }: Strategy): number | null {
  return status === "NO_CANDIDATES" ? null : portfolio.expectedApyPct
}

type StrategyFields = Pick<
  Answer,
  | "allocations"
  | "portfolio"
  | "worst_case"
  | "constraints"
  | "gas"
  | "eligible"
  | "runners_up"
  | "excluded"
  | "rebalance_triggers"
>

type StrategyTextOptions = { readonly nowMs: number; readonly nameOf: (project: string) => string }

function toStrategy(
  strategy: Strategy,
  { horizonDays }: RecommendRequest,
  options: StrategyTextOptions,
): StrategyFields {
  const { portfolio, positions, worstCase } = strategy
  const fees = feeBudgetOf(positions, horizonDays)
  return {
    allocations: [...positions.map((position) => toAllocation(position, horizonDays, options)), ...toCash(strategy)],
    portfolio: {
      blended_apy: portfolio.blendedApyPct,
      blended_apy_haircut: portfolio.blendedApyHaircutPct,
      expected_apy: portfolio.expectedApyPct,
      range_apy80: [...portfolio.rangeApy80Pct],
      expected_yield_usd: portfolio.expectedYieldUsd,
      diversification: {
        projects: portfolio.projects,
        chains: portfolio.chains,
        max_project_pct: portfolio.maxProjectPct,
        max_chain_pct: portfolio.maxChainPct,
      },
      stablecoin_pct: portfolio.stablecoinPct,
    },
    worst_case: {
      assumption: "largest single protocol lost in full",
      loss_usd: worstCase.lossUsd,
      loss_pct: worstCase.lossPct,
      months_of_yield_to_recover: worstCase.monthsToRecover,
    },
    constraints: toConstraints(strategy),
    gas: fees && {
      chain: knownChain(fees.chain),
      transactions: fees.transactions,
      breakeven_usd_per_transaction: fees.breakevenUsdPerTransaction,
      note: fees.note,
    },
    eligible: strategy.eligible,
    runners_up: strategy.runnersUp.map(({ candidate: { pool }, reason }) => ({
      pool_id: pool.poolId,
      project: pool.project,
      project_name: options.nameOf(pool.project),
      chain: knownChain(pool.chain),
      symbol: pool.symbol,
      apy: round(pool.apyPct ?? 0, 4),
      reason,
    })),
    excluded: strategy.notableRejections.map(({ pool, reason }) => ({
      pool_id: pool.poolId,
      project: pool.project,
      project_name: options.nameOf(pool.project),
      symbol: pool.symbol,
      apy: round(pool.apyPct ?? 0, 4),
      reason,
    })),
    rebalance_triggers: triggersOf(positions, options.nameOf).map(({ poolId, ...trigger }) => ({
      pool_id: poolId,
      ...trigger,
    })),
  }
}

function toAllocation(
  position: Position,
  horizonDays: number,
  { nowMs, nameOf }: StrategyTextOptions,
): Answer["allocations"][number] {
  const { pool, risk } = position.candidate
  return {
    kind: "pool",
    pool_id: pool.poolId,
    project: pool.project,
    project_name: nameOf(pool.project),
    chain: knownChain(pool.chain),
    symbol: pool.symbol,
    url: `https://defillama.com/yields/pool/${pool.poolId}`,
    weight_pct: position.weightPct,
    amount_usd: position.amountUsd,
    apy: round(pool.apyPct ?? 0, 4),
    apy_base: roundOrNull(pool.apyBasePct, 4),
    apy_reward: roundOrNull(pool.apyRewardPct, 4),
    expected_yield_usd: round(expectedYieldUsd(position, horizonDays), 2),
    risk: { ...risk, contributors: [...risk.contributors], unknown: [...risk.unknown] },
    why: [...reasonsOf(position)],
    exit: {
      lockup_days: lockupDays(pool, nowMs),
      tvl_usd: round(pool.tvlUsd, 0),
      size_vs_tvl_pct: round((100 * position.amountUsd) / pool.tvlUsd, 4),
    },
  }
}

function toCash({ cashPct, cashUsd, status }: Strategy): Answer["allocations"] {
  if (cashPct === 0) return []
  const why = status === "NO_CANDIDATES" ? "No pool meets the limits." : "The limits leave no room for more."
  return [{ kind: "cash", project: "CASH", weight_pct: cashPct, amount_usd: cashUsd, why: [why] }]
}

function toConstraints({ constraints }: Strategy): Answer["constraints"] {
  return {
    min_tvl_usd: constraints.minTvlUsd,
    min_history_days: constraints.minHistoryDays,
    max_apy: constraints.maxApyPct,
    max_reward_share_pct: constraints.maxRewardSharePct,
    max_protocol_pct: constraints.maxProtocolPct,
    max_chain_pct: constraints.maxChainPct,
    max_size_vs_tvl_pct: constraints.maxSizeVsTvlPct,
    il_allowed: constraints.ilAllowed,
    min_protocol_age_days: constraints.minProtocolAgeDays,
    hack_free_days: constraints.hackFreeDays,
  }
}

function knownChain(chain: string): YieldChain {
  if (!isYieldChain(chain)) throw new RangeError(`${chain} was chosen and is not a scanned chain.`)
  return chain
}
