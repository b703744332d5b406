import { z } from "zod"
import { intervalMs } from "@/lib/domain/market/candle"
import { HORIZONS, horizonMs } from "@/lib/domain/track-record/outcome"
import type { ExportedRecord } from "./fetch-record"
import { type Finding, findingOf } from "./record-finding"

const Facts = z.looseObject({
  decisionTimeMs: z.number(),
  priceUsd: z.number(),
  source: z.string(),
})

type Facts = z.output<typeof Facts>
type Outcome = ExportedRecord["outcomes"][number]

/** An outcome is measured within minutes of the close after its horizon; a provider can be away for a while. */
const MEASURED_WITHIN_MS = 3 * intervalMs["1h"]

/**
 * Judges every outcome again: its window against the horizon, its entry against the sealed price. A revealed call whose horizon
 * has passed must have its outcome, because losers without one would not be counted.
 */
export function checkOutcomes(records: readonly ExportedRecord[], nowMs: number): Finding {
  const faults = records.flatMap(({ id, facts, outcomes }) =>
    facts === null ? faultsOfSealed({ id, outcomes }) : faultsOf({ id, facts: Facts.parse(facts), outcomes }, nowMs),
  )
  return findingOf(faults, [])
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
  const { high, low } = outcome
  if (high !== null && high < outcome.exit_price) return "its highest price is below its exit"
  if (low !== null && low > outcome.exit_price) return "its lowest price is above its exit"
  if (outcome.source === facts.source && outcome.entry_price !== facts.priceUsd)
    return "its entry is not the sealed price"
  return null
}
