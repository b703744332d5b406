import { canonicalJson } from "./canonical-json"
import type { Sha256 } from "./chain"

/** What a settlement transaction carries: two words of 32 bytes, in hex without `0x`. */
export type RecordAnchor = {
  /** Commits to the anchor before and to what the operator accepted since, so that no anchor can be left out. */
  readonly link: string
  /** Hash of the newest record. */
  readonly head: string
}

/** The operator's statement that the record differs from what was anchored, for example after a restored backup. */
export type Acceptance = {
  /** ISO 8601. */
  readonly at: string
  /** The newest transaction whose anchor the record contradicts; `null`: none was known. */
  readonly contradicted: string | null
  /** Hash of the newest record at that time. */
  readonly head: string
  readonly reason: string
}

/** Link of the first anchor. */
export const FIRST_LINK = "0".repeat(64)

/** The link of the anchor after `previous`. `acceptances`: those that no anchor has yet, oldest first. */
export function linkAfter(previous: RecordAnchor | null, acceptances: readonly Acceptance[], sha256: Sha256): string {
  const before = previous === null ? FIRST_LINK : sha256(canonicalJson({ head: previous.head, link: previous.link }))
  return acceptances.length === 0 ? before : sha256(canonicalJson({ accepted: acceptances, previous: before }))
}
