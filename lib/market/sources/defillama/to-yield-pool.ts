import type { Hack, Protocol, YieldPool } from "@/lib/domain/defi/yield-pool"
import type { DefiLlamaHack, DefiLlamaPool, DefiLlamaProtocol } from "./yields-schema"

/** Converts a pool. The provider does not report the 7-day TVL change; `pool-history.ts` computes it from daily snapshots. */
export function toYieldPool(row: DefiLlamaPool): YieldPool {
  const { predictions } = row
  return {
    poolId: row.pool,
    project: row.project,
    chain: row.chain,
    symbol: row.symbol,
    poolMeta: row.poolMeta ?? null,
    tvlUsd: row.tvlUsd,
    tvlChange7dPct: null,
    apyPct: row.apy ?? null,
    apyBasePct: row.apyBase ?? null,
    apyRewardPct: row.apyReward ?? null,
    apyMean30dPct: row.apyMean30d ?? null,
    apyChange7dPp: row.apyPct7D ?? null,
    apyMeanPct: row.mu ?? null,
    returnSigmaPct: row.sigma ?? null,
    historyDays: row.count ?? 0,
    isStablecoin: row.stablecoin,
    hasIlRisk: row.ilRisk === "yes" ? true : row.ilRisk === "no" ? false : null,
    exposure: row.exposure === "single" || row.exposure === "multi" ? row.exposure : null,
    outlook: {
      class: classOf(predictions?.predictedClass),
      probabilityPct: predictions?.predictedProbability ?? null,
      confidence: confidenceOf(predictions?.binnedConfidence),
    },
    isOutlier: row.outlier ?? false,
    rewardTokens: named(row.rewardTokens),
    underlyingTokens: named(row.underlyingTokens),
  }
}

function classOf(text: string | null | undefined): YieldPool["outlook"]["class"] {
  return text === "Stable/Up" ? "STABLE_UP" : text === "Down" ? "DOWN" : null
}

function confidenceOf(value: number | null | undefined): YieldPool["outlook"]["confidence"] {
  return value === 1 || value === 2 || value === 3 ? value : null
}

function named(tokens: readonly (string | null)[] | null | undefined): readonly string[] {
  return (tokens ?? []).filter((token) => token !== null)
}

/** Converts a protocol. A missing audit grade means unknown, not zero. */
export function toProtocol(row: DefiLlamaProtocol): Protocol {
  return {
    id: row.id ?? null,
    parentId: row.parentProtocol ?? null,
    slug: row.slug,
    name: row.name,
    tvlUsd: row.tvl ?? null,
    auditGrade: gradeOf(row.audits),
    auditLinks: row.audit_links?.length ?? 0,
    listedAtMs: row.listedAt == null ? null : row.listedAt * 1000,
    isFork: row.forkedFromIds == null ? null : row.forkedFromIds.length > 0,
  }
}

function gradeOf(audits: string | number | null | undefined): Protocol["auditGrade"] {
  const grade = Number(audits ?? Number.NaN)
  return grade === 0 || grade === 1 || grade === 2 || grade === 3 ? grade : null
}

export function toHack(row: DefiLlamaHack): Hack {
  return {
    name: row.name,
    atMs: row.date * 1000,
    amountUsd: row.amount ?? null,
    returnedUsd: row.returnedFunds ?? null,
    protocolId: row.defillamaId ?? null,
    parentId: row.parentProtocolId ?? null,
  }
}
