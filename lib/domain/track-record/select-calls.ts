import type { Coin } from "@/lib/domain/market/coin"
import { DECISION_SPACING_MS, isLive, type SealedFacts, type SealedSignal } from "./sealed-signal"
import { type Horizon, horizonMs, isDirectional, judge, type SettledCall, type Settlement } from "./settlement"

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

/** What a selection holds, sorted by what became of it. Everything but `pending` is known at `nowMs`. */
export type Selected = {
  readonly emitted: readonly SealedFacts[]
  readonly pending: number
  /** The horizon has passed without a price. */
  readonly unsettled: number
  readonly void: readonly SettledCall[]
  /** Settled and not void: the following four and nothing else. */
  readonly measured: readonly SettledCall[]
  readonly degraded: readonly SettledCall[]
  readonly directional: readonly SettledCall[]
  readonly lean: readonly SettledCall[]
  readonly neutral: readonly SettledCall[]
}

/** Sorts records by outcome as it was known at `nowMs`: later records and settlements leave no trace. */
export function selectCalls(
  records: readonly SealedSignal[],
  settlements: readonly Settlement[],
  selection: Selection,
): Selected {
  const { nowMs, horizon } = selection
  const emitted = records
    .map(({ facts }) => facts)
    .filter((facts) => isSelected(facts, selection))
    .sort((a, b) => a.decisionTimeMs - b.decisionTimeMs || a.coin.localeCompare(b.coin))
  const known = new Map(
    settlements.filter((s) => s.horizon === horizon && s.exitTimeMs <= nowMs).map((s) => [s.id, s] as const),
  )
  const settled = emitted.flatMap((facts) => {
    const settlement = known.get(facts.id)
    return settlement === undefined ? [] : [judge(facts, settlement)]
  })
  const due = emitted.filter(({ decisionTimeMs }) => decisionTimeMs + horizonMs[horizon] <= nowMs)
  return {
    emitted,
    pending: emitted.length - due.length,
    unsettled: due.length - settled.length,
    ...sortSettled(settled),
  }
}

/** Closes between the first record of a coin and the newest of all that were not sealed. */
export function missedCloses(emitted: readonly SealedFacts[]): number {
  const lastMs = emitted.at(-1)?.decisionTimeMs ?? 0
  const coins = [...new Set(emitted.map(({ coin }) => coin))]
  return coins.reduce((missed, coin) => {
    const times = emitted.filter((facts) => facts.coin === coin).map(({ decisionTimeMs }) => decisionTimeMs)
    return missed + (lastMs - (times[0] ?? lastMs)) / DECISION_SPACING_MS + 1 - times.length
  }, 0)
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

function sortSettled(settled: readonly SettledCall[]) {
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
