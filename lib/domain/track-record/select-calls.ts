import { isDirectional } from "@/lib/domain/signals/direction"
import type { Coin } from "@/lib/domain/market/coin"
import { DECISION_SPACING_MS, isLive, SEAL_WINDOW_MS, type SealedFacts, type SealedSignal } from "./sealed-signal"
import { type Horizon, horizonMs, withOutcome, type CallWithOutcome, type MeasuredOutcome } from "./outcome"

/** `live_paper`: sealed in time, no orders placed. `replay`: computed later over history. They are never mixed. */
export type RecordKind = "live_paper" | "replay"

export type Selection = {
  readonly nowMs: number
  readonly kind: RecordKind
  readonly horizon: Horizon
  readonly coin: Coin | "all"
  /** Decisions from this long before now on; `null`: all of them. */
  readonly windowMs: number | null
  readonly methodVersion: string | null
}

/** The calls of a selection by outcome. Everything except `pending` is known at `nowMs`. */
export type Selected = {
  readonly emitted: readonly SealedFacts[]
  readonly pending: number
  /** The horizon has passed without a price. */
  readonly unsettled: number
  readonly void: readonly CallWithOutcome[]
  /** Settled and not void: the following four and nothing else. */
  readonly measured: readonly CallWithOutcome[]
  readonly degraded: readonly CallWithOutcome[]
  readonly directional: readonly CallWithOutcome[]
  readonly lean: readonly CallWithOutcome[]
  readonly neutral: readonly CallWithOutcome[]
}

/** Sorts records by their outcome as known at `nowMs`: later records and outcomes have no effect. */
export function selectCalls(
  records: readonly SealedSignal[],
  outcomes: readonly MeasuredOutcome[],
  selection: Selection,
): Selected {
  const { nowMs, horizon } = selection
  const emitted = emittedOf(records, selection)
  const known = new Map(
    outcomes.filter((s) => s.horizon === horizon && s.exitTimeMs <= nowMs).map((s) => [s.id, s] as const),
  )
  const settled = emitted.flatMap((facts) => {
    const measured = known.get(facts.id)
    return measured === undefined ? [] : [withOutcome(facts, measured)]
  })
  const due = emitted.filter(({ decisionTimeMs }) => decisionTimeMs + horizonMs[horizon] <= nowMs)
  return {
    emitted,
    pending: emitted.length - due.length,
    unsettled: due.length - settled.length,
    ...sortSettled(settled),
  }
}

/**
 * 4h closes that should have been sealed and were not.
 *
 * Live records are due from the first record of a coin until now, so that missing records at both ends of the window
 * count. The intended start and end of a replay or of one version of the method are unknown: there only gaps between
 * records count.
 */
export function missedCloses(records: readonly SealedSignal[], selection: Selection): number {
  const { nowMs, kind, windowMs, methodVersion } = selection
  const emitted = emittedOf(records, selection)
  const isDue = kind === "live_paper" && methodVersion === null
  const known = isDue ? emittedOf(records, { ...selection, windowMs: null }) : emitted
  const beginMs = isDue && windowMs !== null ? nowMs - windowMs : -Infinity
  const endMs = isDue ? nowMs - SEAL_WINDOW_MS : (emitted.at(-1)?.decisionTimeMs ?? 0) + 1
  const coins = [...new Set(known.map(({ coin }) => coin))]
  const due = coins.reduce((closes, coin) => {
    const firstMs = known.find((facts) => facts.coin === coin)?.decisionTimeMs ?? endMs
    return closes + closesBetween(Math.max(firstMs, beginMs), endMs)
  }, 0)
  return due - emitted.filter(({ decisionTimeMs }) => decisionTimeMs < endMs).length
}

/** 4h closes from `fromMs` on and before `endMs`. */
function closesBetween(fromMs: number, endMs: number): number {
  return Math.max(0, Math.ceil(endMs / DECISION_SPACING_MS) - Math.ceil(fromMs / DECISION_SPACING_MS))
}

/** In order of time. */
function emittedOf(records: readonly SealedSignal[], selection: Selection): readonly SealedFacts[] {
  return records
    .map(({ facts }) => facts)
    .filter((facts) => isSelected(facts, selection))
    .sort((a, b) => a.decisionTimeMs - b.decisionTimeMs || a.coin.localeCompare(b.coin))
}

function isSelected(facts: SealedFacts, selection: Selection): boolean {
  const { nowMs, kind, coin, windowMs, methodVersion } = selection
  return (
    facts.sealedAtMs <= nowMs &&
    isLive(facts) === (kind === "live_paper") &&
    (coin === "all" || facts.coin === coin) &&
    (windowMs === null || facts.decisionTimeMs >= nowMs - windowMs) &&
    (methodVersion === null || facts.methodVersion === methodVersion)
  )
}

function sortSettled(settled: readonly CallWithOutcome[]) {
  const measured = settled.filter(({ outcome }) => outcome !== "VOID")
  const sound = measured.filter(({ facts }) => !facts.degraded)
  return {
    void: settled.filter(({ outcome }) => outcome === "VOID"),
    measured,
    degraded: measured.filter(({ facts }) => facts.degraded),
    directional: sound.filter(({ facts }) => isDirectional(facts.direction)),
    lean: sound.filter(({ facts, side }) => side !== 0 && !isDirectional(facts.direction)),
    neutral: sound.filter(({ side }) => side === 0),
  }
}
