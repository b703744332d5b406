import { DIRECTIONS, isDirectional, sideOf } from "@/lib/domain/signals/direction"
import { z } from "zod"
import { type Horizon, horizonMs, isVoid } from "@/lib/domain/track-record/outcome"
import type { ExportedRecord } from "./fetch-record"

const Facts = z.looseObject({
  decisionTimeMs: z.number(),
  sealedAtMs: z.number(),
  priceUsd: z.number(),
  source: z.string(),
  direction: z.enum(DIRECTIONS),
  degraded: z.boolean(),
})

type Outcome = ExportedRecord["outcomes"][number]

/** An outcome that does not follow from its record. */
export type OutcomeFault = { readonly id: string; readonly horizon: Horizon; readonly reason: string }

/** Directional calls of one horizon, won and lost, counted from prices alone, without void calls, as in /stats. */
export type WinCount = { readonly horizon: Horizon; readonly calls: number; readonly wins: number }

/** Judges every outcome again: its window against the horizon, its entry against the sealed price. */
export function checkOutcomes(records: readonly ExportedRecord[]): {
  readonly faults: readonly OutcomeFault[]
  readonly winCounts: readonly WinCount[]
} {
  const outcomesWithFacts = records.flatMap(({ id, facts, outcomes }) => {
    const known = facts === null ? null : Facts.parse(facts)
    return known === null ? [] : outcomes.map((outcome) => ({ id, facts: known, outcome }))
  })
  const faults = outcomesWithFacts.flatMap(({ id, facts, outcome }) => {
    const reason = faultOf(facts, outcome)
    return reason === null ? [] : [{ id, horizon: outcome.horizon, reason }]
  })
  const winCounts = (["24h", "7d"] as const).map((horizon) => {
    const calls = outcomesWithFacts.filter(
      ({ facts, outcome }) =>
        outcome.horizon === horizon &&
        !facts.degraded &&
        isDirectional(facts.direction) &&
        !isVoid(facts, { horizon, exitTimeMs: Date.parse(outcome.exit_time) }),
    )
    const wins = calls.filter(
      ({ facts, outcome }) => Math.sign(outcome.exit_price - outcome.entry_price) === sideOf(facts.direction),
    )
    return { horizon, calls: calls.length, wins: wins.length }
  })
  return { faults, winCounts }
}

function faultOf(facts: z.output<typeof Facts>, outcome: Outcome): string | null {
  const dueMs = facts.decisionTimeMs + horizonMs[outcome.horizon]
  if (Date.parse(outcome.exit_time) < dueMs) return "measured before its horizon"
  if (outcome.source === facts.source && outcome.entry_price !== facts.priceUsd)
    return "its entry is not the sealed price"
  return null
}
