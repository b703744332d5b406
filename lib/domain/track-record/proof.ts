import type { Acceptance } from "./record-anchor"
import { type Horizon, horizonMs } from "./outcome"

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
export function proofDelays(
  records: readonly ProvableRecord[],
  heads: readonly ProvenHead[],
): readonly (number | null)[] {
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

/** Proven in time: the block is earlier than the end of the horizon, so the outcome was not known when it was made. */
export function isProvenInTime(delayMs: number | null, horizon: Horizon): boolean {
  return delayMs !== null && delayMs < horizonMs[horizon]
}

/** Of a record that no block proves, and of calls that were never sealed. */
export const NOTHING_PROVEN: RecordProof = {
  network: "eip155:8453",
  isPublic: false,
  checkedMs: null,
  anchors: [],
  acceptances: [],
}
