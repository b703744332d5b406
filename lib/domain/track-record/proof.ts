import type { Acceptance } from "./record-anchor"
import { type Horizon, horizonMs } from "./outcome"
import { isLive } from "./sealed-signal"

/** A head that a block has: everything up to this record existed at that time. */
export type ProvenHead = { readonly head: string; readonly timeMs: number }

/** What an answer about the record needs to say what is proven. */
export type RecordProof = {
  /** CAIP-2 identifier of the chain. */
  readonly network: string
  /** False for the sandbox's own chain, which proves nothing to others. */
  readonly isPublic: boolean
  /** When the record was compared with its newest anchor on the chain; `null`: no node has answered. */
  readonly checkedMs: number | null
  /** Anchors that were read from their blocks, newest first. */
  readonly anchors: readonly (ProvenHead & { readonly transaction: string; readonly blockNumber: number })[]
  readonly acceptances: readonly Acceptance[]
}

/** The part of a record that a proof needs. */
type ProvableRecord = { readonly hash: string; readonly decisionTimeMs: number }

/**
 * Milliseconds from each record's close to the first block that proves the record; `null`: no block does. Records in the order
 * of the chain. Heads that are not in the chain prove nothing.
 */
function proofDelays(records: readonly ProvableRecord[], heads: readonly ProvenHead[]): readonly (number | null)[] {
  const earliest = new Map<string, number>()
  for (const { head, timeMs } of heads) earliest.set(head, Math.min(timeMs, earliest.get(head) ?? Infinity))
  let provenMs = Infinity
  return records
    .toReversed()
    .map(({ hash, decisionTimeMs }) => {
      provenMs = Math.min(provenMs, earliest.get(hash) ?? Infinity)
      return provenMs === Infinity ? null : provenMs - decisionTimeMs
    })
    .toReversed()
}

/** A call with the time at which it was sealed; `null`: that is not public yet. */
type ProvableCall = ProvableRecord & { readonly id: string; readonly sealedAtMs: number | null }

export type ProvenCalls = {
  /** Live calls whose horizon has passed. Only these count. */
  readonly due: number
  /** Of the due calls, those that a block proves before the end of the horizon, with the milliseconds from close to block. */
  readonly proven: ReadonlyMap<string, number>
  /** Calls that do not count yet: their horizon has not passed. Some can be replayed while that is not public. */
  readonly open: number
}

/**
 * The live calls of one horizon that were made before their outcome was known: the service and its readers count by this one
 * rule. A call that nobody can see yet is open, because a replayed call of the last day looks the same.
 */
export function provenCalls(
  calls: readonly ProvableCall[],
  heads: readonly ProvenHead[],
  { horizon, nowMs }: { readonly horizon: Horizon; readonly nowMs: number },
): ProvenCalls {
  const delays = proofDelays(calls, heads)
  const lengthMs = horizonMs[horizon]
  const proven = new Map<string, number>()
  let [due, open] = [0, 0]
  for (const [index, { id, decisionTimeMs, sealedAtMs }] of calls.entries()) {
    if (sealedAtMs !== null && !isLive({ sealedAtMs, decisionTimeMs })) continue
    if (sealedAtMs === null || decisionTimeMs + lengthMs > nowMs) {
      open += 1
      continue
    }
    due += 1
    const delayMs = delays[index] ?? null
    if (delayMs !== null && delayMs < lengthMs) proven.set(id, delayMs)
  }
  return { due, proven, open }
}

/** Of a record that no block proves, and of calls that were never sealed. */
export const NOTHING_PROVEN: RecordProof = {
  network: "eip155:8453",
  isPublic: false,
  checkedMs: null,
  anchors: [],
  acceptances: [],
}
