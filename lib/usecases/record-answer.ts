import type { z } from "zod"
import type { Meta } from "@/lib/api/fields"
import type { Integrity, TouchFigures } from "@/lib/api/record-fields"
import type { TouchScore } from "@/lib/domain/track-record/touch-score"
import type { CandleFeed, Candles } from "@/lib/domain/market/candle-feed"
import { COINS, type Coin } from "@/lib/domain/market/coin"
import type { Bounds } from "@/lib/domain/statistics/interval"
import type { DailyHistory } from "@/lib/domain/track-record/baselines"
import { GENESIS_HASH } from "@/lib/domain/track-record/chain"
import { median } from "@/lib/domain/statistics/moments"
import type { Horizon } from "@/lib/domain/track-record/outcome"
import { provenCalls, type ProvenCalls, type RecordProof } from "@/lib/domain/track-record/proof"
import type { SealedSignal } from "@/lib/domain/track-record/sealed-signal"
import type { SealedStore, OutcomeStore } from "@/lib/domain/track-record/sealed-store"
import { HOUR_MS, isoTime } from "@/lib/domain/utc-day"
import { sourceAt } from "./answer-meta"
import { type MaySell, redSourcesOfDocument } from "./sealed-rights"

/** Ports of the answers about the record. */
export type RecordPorts = {
  readonly sealed: SealedStore
  readonly outcomes: OutcomeStore
  /** What blocks prove about the record. */
  readonly proof: () => Promise<RecordProof>
  readonly candles: CandleFeed
  readonly mode: "sandbox" | "live"
  readonly methodVersion: string
  readonly maySell: MaySell
  readonly nowMs: number
  /** Yields to other requests between parts of a long computation. Absent: no pauses. */
  readonly pause?: () => Promise<void>
}

/** Daily candles of every coin; `missing` names the coins without. */
export async function readDaily({ candles, nowMs }: RecordPorts) {
  const read = await Promise.all(COINS.map(async (coin) => ({ coin, days: await candles.candles(coin, "1d") })))
  const present = read.flatMap(({ coin, days }) => (days === null ? [] : [{ coin, days }]))
  const daily: DailyHistory = Object.fromEntries(present.map(({ coin, days }) => [coin, days.value]))
  const missing = read.filter(({ days }) => days === null).map(({ coin }) => coin)
  return { daily, missing, sources: sourcesOf(present, nowMs) }
}

/** The answer's `meta`. Without daily candles of a coin baselines are missing, not the record. */
export function metaOf(
  ports: RecordPorts,
  facts: {
    readonly records: readonly SealedSignal[]
    readonly missing: readonly Coin[]
    readonly sources: z.output<typeof Meta>["sources"]
  },
): z.output<typeof Meta> {
  const newestMs = facts.records.at(-1)?.facts.decisionTimeMs ?? ports.nowMs
  return {
    as_of: isoTime(newestMs),
    mode: ports.mode,
    method_version: ports.methodVersion,
    sources: facts.sources,
    abstaining: [],
    degraded: facts.missing.map((coin) => `No daily candles of ${coin}: rules that read them have no opinion on it.`),
    disclaimer:
      "Paper results, no orders were placed. Research, not advice; past behaviour does not promise future behaviour.",
  }
}

/** An answer that was computed earlier, with the ages that its sources have now. */
export function atAge<T extends { readonly meta: z.output<typeof Meta> }>(answer: T, nowMs: number): T {
  const sources = answer.meta.sources.map(({ name, as_of }) =>
    sourceAt({ source: name, asOfMs: Date.parse(as_of) }, nowMs),
  )
  return { ...answer, meta: { ...answer.meta, sources } }
}

/** The head of the chain, and what is proven about its time. */
export function integrityOf(
  records: readonly SealedSignal[],
  proof: RecordProof,
  { maySell, nowMs }: Pick<RecordPorts, "maySell" | "nowMs">,
): z.output<typeof Integrity> {
  const first = records[0]
  return {
    records: records.length,
    withheld: records.filter(({ facts }) => redSourcesOfDocument(facts, maySell).length > 0).length,
    head_hash: records.at(-1)?.hash ?? GENESIS_HASH,
    genesis_at: first === undefined ? null : isoTime(first.facts.sealedAtMs),
    method:
      "commitment = sha256(canonical_json(record) ‖ nonce), hash = sha256(canonical_json({commitment, id, prevHash})); " +
      "canonical JSON as in RFC 8785",
    proof: toProof(records, proof, nowMs),
  }
}

/** The live calls whose horizon has passed, and those of them that a block proves. */
export function provenOf(
  records: readonly SealedSignal[],
  { anchors }: Pick<RecordProof, "anchors">,
  at: { readonly horizon: Horizon; readonly nowMs: number },
): ProvenCalls {
  return provenCalls(
    records.map(({ hash, facts: { id, decisionTimeMs, sealedAtMs } }) => ({ hash, id, decisionTimeMs, sealedAtMs })),
    anchors,
    at,
  )
}

function toProof(
  records: readonly SealedSignal[],
  proof: RecordProof,
  nowMs: number,
): z.output<typeof Integrity>["proof"] {
  const { network, isPublic, checkedMs, anchors, acceptances } = proof
  const { due, proven } = provenOf(records, proof, { horizon: "24h", nowMs })
  const medianMs = median([...proven.values()])
  const [last] = anchors
  return {
    proven_in_time: proven.size,
    of: due,
    median_hours: medianMs === null ? null : rounded(medianMs / HOUR_MS),
    network,
    public_chain: isPublic,
    last_anchor: last ? { transaction: last.transaction, block: last.blockNumber, at: isoTime(last.timeMs) } : null,
    checked_at: checkedMs === null ? null : isoTime(checkedMs),
    accepted: [...acceptances],
  }
}

/** Figures of sealed touch odds. */
export function touchFigures({
  n,
  nEffective,
  status,
  withoutExtremes,
  levels,
  touched,
  brier,
  brierInterval,
  skill,
  brierOfShares,
  differenceInterval,
}: TouchScore): z.output<typeof TouchFigures> {
  return {
    n,
    n_effective: rounded(nEffective),
    status,
    without_extremes: withoutExtremes,
    levels,
    touched,
    brier: rounded(brier),
    brier_ci95: pair(brierInterval),
    brier_skill: rounded(skill),
    brier_of_shares: rounded(brierOfShares),
    brier_difference_ci95: pair(differenceInterval),
  }
}

/** Six decimals: enough for a fraction of a basis point. */
export function rounded(value: number): number
export function rounded(value: number | null): number | null
export function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(6))
}

export function pair(bounds: Bounds | null): [number, number] | null {
  return bounds === null ? null : [rounded(bounds.low), rounded(bounds.high)]
}

/** Evenly chosen points, the last one always among them. */
export function thinned<T>(points: readonly T[], most: number): readonly T[] {
  const step = Math.ceil(points.length / most)
  return points.filter((_, index) => (points.length - 1 - index) % step === 0)
}

function sourcesOf(present: readonly { readonly days: Candles }[], nowMs: number) {
  const oldest = new Map<string, number>()
  for (const { days } of present) oldest.set(days.source, Math.min(oldest.get(days.source) ?? Infinity, days.asOfMs))
  return [...oldest].map(([source, asOfMs]) => sourceAt({ source, asOfMs }, nowMs))
}
