import { type Clock, isOver } from "@/lib/domain/clock"
import type { Sha256 } from "@/lib/domain/track-record/chain"
import { linkAfter, type RecordAnchor } from "@/lib/domain/track-record/record-anchor"
import { HOUR_MS } from "@/lib/domain/utc-day"
import type { RecordAnchors } from "@/lib/x402/ledger/record-anchors"
import type { AnchorCheckState } from "./anchor-check"

/** After this time the ledger is read again: the transaction that should carry the anchor may not have been recorded. */
const RETRY_MS = 600_000
/** A close seals several records within seconds, and one anchor proves all of them. */
const MIN_SPACING_MS = HOUR_MS

export type AnchorOfferPorts = {
  readonly anchors: Pick<RecordAnchors, "newest" | "acceptances">
  /** The comparison of the record with the chain. Without it the anchor before is not known for sure. */
  readonly checked: () => AnchorCheckState
  /** The head of the sealed chain; `null` while the chain is empty. */
  readonly head: () => Promise<string | null>
  readonly sha256: Sha256
  readonly clock: Clock
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

/**
 * Offers an anchor to the next settlement transaction when the record has a new head, at most once an hour. One anchor is in
 * flight at a time, because the next one names the anchor before it. Never rejects, because a payment must not wait for an
 * anchor.
 */
export function createAnchorOffer(ports: AnchorOfferPorts): () => Promise<RecordAnchor | null> {
  let askedMs = Number.NEGATIVE_INFINITY
  return async () => {
    const nowMs = ports.clock()
    const state = ports.checked()
    if (!isOver({ sinceMs: askedMs, lengthMs: RETRY_MS, nowMs }) || state.kind !== "agrees") return null
    askedMs = nowMs
    try {
      return await dueAnchor(ports, state)
    } catch (error) {
      ports.log("record_anchor_failed", { err: error })
      return null
    }
  }
}

async function dueAnchor(
  { anchors, head: readHead, sha256, clock }: AnchorOfferPorts,
  { newest: onChain, checkedMs }: Extract<AnchorCheckState, { readonly kind: "agrees" }>,
): Promise<RecordAnchor | null> {
  const [newest, acceptances, head] = await Promise.all([anchors.newest(), anchors.acceptances(), readHead()])
  if (head === null || (newest !== null && newest.minedMs === null)) return null
  // The ledger may be of another chain, or older than the chain: the chain decides about all blocks before the comparison.
  const isLater = newest !== null && newest.minedMs !== null && newest.minedMs > checkedMs
  const previous = isLater ? newest : onChain
  const sinceMs = newest?.signedMs ?? Number.NEGATIVE_INFINITY
  const accepted = acceptances.filter(({ at }) => Date.parse(at) > sinceMs)
  const isDue = previous?.head !== head && isOver({ sinceMs, lengthMs: MIN_SPACING_MS, nowMs: clock() })
  if (!isDue && accepted.length === 0) return null
  return { head, link: linkAfter(previous, accepted, sha256) }
}
