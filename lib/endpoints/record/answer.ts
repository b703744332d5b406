import type { Params, ResponseOf } from "@/lib/api/contract"
import { RECORD_PAGE, type recordContract } from "./contract"
import { publish } from "@/lib/domain/track-record/export-record"
import type { SealedSignal } from "@/lib/domain/track-record/sealed-signal"
import type { MeasuredOutcome } from "@/lib/domain/track-record/outcome"
import { isoTime } from "@/lib/domain/utc-day"
import { integrityOf, type RecordPorts } from "@/lib/usecases/record-answer"
import { type MaySell, redSourcesOfDocument } from "@/lib/usecases/sealed-rights"

type Page = ResponseOf<typeof recordContract>

/** One page of the chain, with the public parts as of now. */
export async function getRecord(
  { after }: Params<typeof recordContract>,
  {
    sealed,
    outcomes: stored,
    proof,
    maySell,
    nowMs,
  }: Pick<RecordPorts, "sealed" | "outcomes" | "proof" | "maySell" | "nowMs">,
): Promise<Page> {
  const [chain, known] = await Promise.all([sealed.list(), stored.list()])
  const page = chain.slice(after, after + RECORD_PAGE)
  const next = after + page.length
  const ids = new Set(page.map(({ facts }) => facts.id))
  const outcomes = byId(known.filter(({ id }) => ids.has(id)))
  return {
    records: page.map((record, index) => toRow(record, { seq: after + index + 1, outcomes, maySell, nowMs })),
    next_after: next < chain.length ? next : null,
    integrity: integrityOf(chain, await proof(), { maySell, nowMs }),
    timestamp: isoTime(nowMs),
  }
}

function toRow(
  record: SealedSignal,
  context: {
    readonly seq: number
    readonly outcomes: ReadonlyMap<string, readonly MeasuredOutcome[]>
    readonly maySell: MaySell
    readonly nowMs: number
  },
): Page["records"][number] {
  const { coin, decisionTimeMs } = record.facts
  const measured = context.outcomes.get(record.facts.id) ?? []
  const red = measured.filter((outcome) => !context.maySell(outcome, "value")).map(({ source }) => source)
  const withheld = [...new Set([...redSourcesOfDocument(record.facts, context.maySell), ...red])]
  const { id, commitment, prevHash, hash, ...content } = publish(record, context.nowMs)
  const { facts, nonce } = withheld.length === 0 ? content : { facts: null, nonce: null }
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
    withheld,
    outcomes: facts === null ? [] : measured.map(toOutcome),
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

function toOutcome({ horizon, source, ...measured }: MeasuredOutcome) {
  return {
    horizon,
    entry_price: measured.entryPriceUsd,
    exit_price: measured.exitPriceUsd,
    exit_time: isoTime(measured.exitTimeMs),
    high: measured.highUsd ?? null,
    low: measured.lowUsd ?? null,
    source,
  }
}
