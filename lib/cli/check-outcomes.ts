import { z } from "zod"
import { intervalMs } from "@/lib/domain/market/candle"
import { DIRECTIONS, isDirectional, sideOf } from "@/lib/domain/signals/direction"
import { HORIZONS, type Horizon, horizonMs, isVoid } from "@/lib/domain/track-record/outcome"
import { isLive } from "@/lib/domain/track-record/sealed-signal"
import type { ExportedRecord } from "./fetch-record"
import { type Finding, findingOf } from "./record-finding"

const Facts = z.looseObject({
  decisionTimeMs: z.number(),
  sealedAtMs: z.number(),
  priceUsd: z.number(),
  source: z.string(),
  direction: z.enum(DIRECTIONS),
  degraded: z.boolean(),
})

type Facts = z.output<typeof Facts>
type Outcome = ExportedRecord["outcomes"][number]

/** Directional calls of one horizon, counted from prices alone, without void calls, as in /stats. */
type WinCount = {
  readonly horizon: Horizon
  readonly kind: string
  readonly calls: number
  readonly wins: number
  readonly late: number
}

/** An outcome is measured within minutes of the close after its horizon; a provider can be away for a while. */
const MEASURED_WITHIN_MS = 3 * intervalMs["1h"]

/**
 * Judges every outcome again: its window against the horizon, its entry against the sealed price. A revealed call whose horizon
 * has passed must have its outcome, because losers without one would not be counted.
 */
export function checkOutcomes(
  records: readonly ExportedRecord[],
  nowMs: number,
): { readonly faults: readonly string[]; readonly winCounts: readonly WinCount[] } {
  const known = records.map(({ id, facts, outcomes }) => {
    return { id, facts: facts === null ? null : Facts.parse(facts), outcomes }
  })
  const faults = known.flatMap((record) =>
    record.facts === null ? faultsOfSealed(record) : faultsOf({ ...record, facts: record.facts }, nowMs),
  )
  const revealed = known.flatMap(({ facts, outcomes }) => (facts === null ? [] : [{ facts, outcomes }]))
  return { faults, winCounts: winCountsOf(revealed) }
}

/** The outcomes as text. */
export function describeOutcomes(records: readonly ExportedRecord[], nowMs: number): Finding {
  const { faults, winCounts } = checkOutcomes(records, nowMs)
  return findingOf(
    faults,
    winCounts.map(
      ({ horizon, kind, calls, wins, late }) =>
        `${horizon}, ${kind}: ${wins} of ${calls} directional calls won by the stated prices; ${late} more are void, because ` +
        "their price came hours late.",
    ),
  )
}

function faultsOfSealed({ id, outcomes }: Pick<ExportedRecord, "id" | "outcomes">): readonly string[] {
  return outcomes.map(({ horizon }) => `${id} ${horizon}: it has an outcome although the call is still sealed.`)
}

function faultsOf(
  { id, facts, outcomes }: { readonly id: string; readonly facts: Facts; readonly outcomes: readonly Outcome[] },
  nowMs: number,
): readonly string[] {
  return HORIZONS.flatMap((horizon) => {
    const own = outcomes.filter((outcome) => outcome.horizon === horizon)
    const isDue = facts.decisionTimeMs + horizonMs[horizon] + MEASURED_WITHIN_MS < nowMs
    if (own.length === 0)
      return isDue ? [`${id} ${horizon}: its outcome is missing, although the horizon has passed.`] : []
    if (own.length > 1) return [`${id} ${horizon}: it has ${own.length} outcomes.`]
    return own
      .flatMap((outcome) => reasonOf(facts, outcome, nowMs) ?? [])
      .map((reason) => `${id} ${horizon}: ${reason}.`)
  })
}

function reasonOf(facts: Facts, outcome: Outcome, nowMs: number): string | null {
  const exitMs = Date.parse(outcome.exit_time)
  if (exitMs < facts.decisionTimeMs + horizonMs[outcome.horizon]) return "measured before its horizon"
  if (exitMs % intervalMs["1h"] !== 0) return "its exit is not at an hourly close"
  if (exitMs > nowMs) return "its exit is still to come"
  if (outcome.entry_price <= 0 || outcome.exit_price <= 0) return "a price is not above zero"
  if (outcome.source === facts.source && outcome.entry_price !== facts.priceUsd)
    return "its entry is not the sealed price"
  return null
}

function winCountsOf(
  revealed: readonly { readonly facts: Facts; readonly outcomes: readonly Outcome[] }[],
): readonly WinCount[] {
  const kinds = [
    { kind: "live", isOf: (facts: Facts) => isLive(facts) },
    { kind: "replayed", isOf: (facts: Facts) => !isLive(facts) },
  ]
  return kinds.flatMap(({ kind, isOf }) =>
    HORIZONS.map((horizon) => {
      const calls = revealed
        .filter(({ facts }) => isOf(facts) && !facts.degraded && isDirectional(facts.direction))
        .flatMap(({ facts, outcomes }) => outcomes.map((outcome) => ({ facts, outcome })))
        .filter(({ outcome }) => outcome.horizon === horizon)
      const measured = calls.filter(
        ({ facts, outcome }) => !isVoid(facts, { horizon, exitTimeMs: Date.parse(outcome.exit_time) }),
      )
      const wins = measured.filter(
        ({ facts, outcome }) => Math.sign(outcome.exit_price - outcome.entry_price) === sideOf(facts.direction),
      )
      return { horizon, kind, calls: measured.length, wins: wins.length, late: calls.length - measured.length }
    }),
  )
}
