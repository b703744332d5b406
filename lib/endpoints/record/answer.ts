import type { Params, ResponseOf } from "@/lib/api/contract"
import { RECORD_PAGE, type recordContract } from "./contract"
import { publish } from "@/lib/domain/track-record/export-record"
import type { SealedSignal } from "@/lib/domain/track-record/sealed-signal"
import type { MeasuredOutcome } from "@/lib/domain/track-record/outcome"
import { isoTime } from "@/lib/domain/utc-day"
import { integrityOf, type RecordPorts } from "@/lib/usecases/record-answer"

type Page = ResponseOf<typeof recordContract>

/** One page of the chain, with the public parts as of now. */
export async function getRecord(
  { after }: Params<typeof recordContract>,
  { sealed, outcomes: stored, proof, nowMs }: Pick<RecordPorts, "sealed" | "outcomes" | "proof" | "nowMs">,
): Promise<Page> {
  const [chain, known] = await Promise.all([sealed.list(), stored.list()])
  const page = chain.slice(after, after + RECORD_PAGE)
  const next = after + page.length
  const ids = new Set(page.map(({ facts }) => facts.id))
  const outcomes = byId(known.filter(({ id }) => ids.has(id)))
  return {
    records: page.map((record, index) => toRow(record, { seq: after + index + 1, outcomes, nowMs })),
    next_after: next < chain.length ? next : null,
    integrity: integrityOf(chain, await proof(), nowMs),
    timestamp: isoTime(nowMs),
  }
}

function toRow(
  record: SealedSignal,
  context: {
    readonly seq: number
    readonly outcomes: ReadonlyMap<string, readonly MeasuredOutcome[]>
    readonly nowMs: number
  },
): Page["records"][number] {
  const { id, commitment, prevHash, hash, facts, nonce } = publish(record, context.nowMs)
  const { coin, decisionTimeMs } = record.facts
  return {
    seq: context.seq,
    id,
    coin,
    decided_at: isoTime(decisionTimeMs),
    commitment,
    prev_hash: prevHash,
    hash,
    facts: facts && { ...facts },
    nonce,
    outcomes: facts === null ? [] : (context.outcomes.get(id) ?? []).map(toOutcome),
  }
}

function byId(outcomes: readonly MeasuredOutcome[]): ReadonlyMap<string, readonly MeasuredOutcome[]> {
  const groups = new Map<string, MeasuredOutcome[]>()
  for (const measured of outcomes) {
    const group = groups.get(measured.id)
    if (group === undefined) groups.set(measured.id, [measured])
    else group.push(measured)
  }
  return groups
}

function toOutcome({ horizon, entryPriceUsd, exitPriceUsd, exitTimeMs, source }: MeasuredOutcome) {
  return { horizon, entry_price: entryPriceUsd, exit_price: exitPriceUsd, exit_time: isoTime(exitTimeMs), source }
}
