import { DAY_MS } from "@/lib/domain/utc-day"
import { rewardSharePct, stabilityOf } from "./pool-metrics"
import { daysSince, type Exploit, type Trust } from "./trust"
import type { YieldPool } from "./yield-pool"

export type RiskKey = "tvl" | "history" | "audits" | "age" | "hacks" | "reward_share" | "volatility" | "il" | "fork"

export type RiskGrade = "A" | "B" | "C" | "D" | "E"

/**
 * `score`: 0 nothing found, 100 everything wrong or unknown; the sum of the contributors. An unknown counts as the worst case
 * of its key. A worse grade always has a higher score.
 */
export type PoolRisk = {
  readonly grade: RiskGrade | null
  readonly score: number
  readonly contributors: readonly { readonly key: RiskKey; readonly points: number; readonly detail: string }[]
  readonly unknown: readonly RiskKey[]
}

/** An exploit within this time limits the grade to D. */
export const RECENT_HACK_DAYS = 730

/** True for a protocol with a material exploit within that time. */
export function isExploited({ lastHackMs }: Pick<Trust, "lastHackMs">, nowMs: number): boolean {
  const days = daysSince(lastHackMs, nowMs)
  return days !== null && days <= RECENT_HACK_DAYS
}

/** With this many unknowns there is no grade. */
const UNKNOWN_FOR_NO_GRADE = 5

type Finding = { readonly key: RiskKey; readonly points: number | null; readonly detail: string }

const maxPoints = {
  tvl: 15,
  history: 10,
  audits: 15,
  age: 10,
  hacks: 20,
  reward_share: 10,
  volatility: 10,
  il: 5,
  fork: 5,
} as const satisfies Record<RiskKey, number>

const grades = ["A", "B", "C", "D", "E"] as const
const gradeUpTo = [15, 30, 45, 65, 100] as const

/**
 * Grades a pool from open facts. Any unknown, a missing audit or little value locked is at best C, an exploit within two
 * years at best D. Such a finding raises the score to the lowest one of that grade.
 */
export function assessPoolRisk(pool: YieldPool, trust: Trust, nowMs: number): PoolRisk {
  const findings = findingsOf(pool, trust, nowMs)
  const unknown = findings.filter(({ points }) => points === null).map(({ key }) => key)
  const contributors = withFloor(
    findings.map(({ key, points, detail }) => ({ key, points: points ?? maxPoints[key], detail })),
    unknown,
  )
  const score = contributors.reduce((total, { points }) => total + points, 0)
  return { grade: unknown.length >= UNKNOWN_FOR_NO_GRADE ? null : gradeOf(score), score, contributors, unknown }
}

/** Raises the points of the finding that limits the grade, where the sum would allow a better one. */
function withFloor(contributors: PoolRisk["contributors"], unknown: readonly RiskKey[]): PoolRisk["contributors"] {
  const worst = (key: RiskKey) => contributors.find((found) => found.key === key && found.points === maxPoints[key])
  const [hack, other] = [worst("hacks"), worst("audits") ?? worst("tvl")]
  const limiting = hack?.key ?? other?.key ?? unknown[0]
  if (limiting === undefined) return contributors
  const minScore = 1 + gradeUpTo[hack === undefined ? 1 : 2]
  const missing = minScore - contributors.reduce((total, { points }) => total + points, 0)
  if (missing <= 0) return contributors
  return contributors.map((found) => (found.key === limiting ? { ...found, points: found.points + missing } : found))
}

function gradeOf(score: number): RiskGrade {
  return grades[gradeUpTo.findIndex((limit) => score <= limit)] ?? "E"
}

function findingsOf(pool: YieldPool, { isKnown, protocol, exploit = null }: Trust, nowMs: number): readonly Finding[] {
  const ageDays = daysSince(protocol?.listedAtMs ?? null, nowMs)
  const share = rewardSharePct(pool)
  const stability = stabilityOf(pool)
  const isFork = protocol?.isFork ?? null
  return [
    { key: "tvl", points: tvlPoints(pool.tvlUsd), detail: `$${(pool.tvlUsd / 1e6).toFixed(1)} m locked` },
    { key: "history", points: historyPoints(pool.historyDays), detail: `${pool.historyDays} days of history` },
    { key: "audits", ...auditFinding(protocol) },
    {
      key: "age",
      points: ageDays === null ? null : agePoints(ageDays),
      detail: ageDays === null ? "listing date unknown" : `listed for ${Math.floor(ageDays)} days`,
    },
    {
      key: "hacks",
      points: isKnown ? hackPoints(exploit, nowMs) : null,
      detail:
        exploit === null
          ? isKnown
            ? "no exploit on record"
            : "record of exploits unknown"
          : hackDetail(exploit, nowMs),
    },
    {
      key: "reward_share",
      points: share === null ? null : rewardPoints(share),
      detail: share === null ? "split of the yield unknown" : `${share.toFixed(0)}% of the yield is reward tokens`,
    },
    {
      key: "volatility",
      points: stability === null ? null : { STABLE: 0, MIXED: 5, VOLATILE: 10 }[stability],
      detail: stability === null ? "dispersion unknown" : `yield is ${stability.toLowerCase()}`,
    },
    {
      key: "il",
      points: pool.hasIlRisk === null ? null : pool.hasIlRisk ? 5 : 0,
      detail: pool.hasIlRisk === null ? "unknown" : pool.hasIlRisk ? "impermanent loss" : "no impermanent loss",
    },
    {
      key: "fork",
      points: isFork === null ? null : isFork ? 5 : 0,
      detail: isFork === null ? "origin of the code unknown" : isFork ? "fork of another protocol" : "own code",
    },
  ]
}

function auditFinding(protocol: Trust["protocol"]): { readonly points: number | null; readonly detail: string } {
  const grade = protocol?.auditGrade ?? null
  if (grade === null) return { points: null, detail: "audits unknown" }
  return (
    [
      { points: 15, detail: "no audit on record" },
      { points: 8, detail: "audited in part" },
      { points: 0, detail: "audited" },
      { points: 5, detail: "fork of audited code" },
    ][grade] ?? { points: null, detail: "audits unknown" }
  )
}

function hackDetail({ atMs, netLossUsd, lossPct }: Exploit, nowMs: number): string {
  const when = `exploited ${Math.floor((nowMs - atMs) / DAY_MS)} days ago`
  if (netLossUsd === null) return `${when}, loss unknown`
  if (netLossUsd === 0) return `${when}, all funds returned`
  const loss = `net loss $${(netLossUsd / 1e6).toFixed(1)} m`
  return lossPct === null ? `${when}, ${loss}` : `${when}, ${loss} (${lossPct.toFixed(1)}% of the value locked)`
}

function tvlPoints(tvlUsd: number): number {
  return step(
    tvlUsd,
    [
      [100e6, 0],
      [50e6, 3],
      [10e6, 6],
      [2e6, 10],
    ],
    15,
  )
}

function historyPoints(days: number): number {
  return step(
    days,
    [
      [365, 0],
      [180, 3],
      [90, 6],
      [30, 8],
    ],
    10,
  )
}

function agePoints(days: number): number {
  return step(
    days,
    [
      [730, 0],
      [365, 3],
      [180, 6],
    ],
    10,
  )
}

/** An old or immaterial exploit still costs points, but sets no floor. */
function hackPoints(exploit: Exploit | null, nowMs: number): number {
  if (exploit === null) return 0
  return exploit.isMaterial && nowMs - exploit.atMs <= RECENT_HACK_DAYS * DAY_MS ? 20 : 8
}

function rewardPoints(sharePct: number): number {
  return (
    10 -
    step(
      100 - sharePct,
      [
        [95, 10],
        [75, 7],
        [50, 4],
      ],
      0,
    )
  )
}

/** Points of the first bound that a value reaches. */
function step(value: number, bounds: readonly (readonly [number, number])[], otherwise: number): number {
  return bounds.find(([bound]) => value >= bound)?.[1] ?? otherwise
}
