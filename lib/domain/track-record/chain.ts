import { canonicalJson } from "./canonical-json"
import type { SealedFacts, SealedSignal } from "./sealed-signal"

/** SHA-256 of the UTF-8 bytes of a text, as 64 lower-case hex digits. */
export type Sha256 = (text: string) => string

/** Previous hash of the first record. */
export const GENESIS_HASH = "0".repeat(64)

/** A record as it is published: `facts` and `nonce` are `null` until the call is revealed. */
export type PublicRecord = {
  readonly id: string
  readonly commitment: string
  readonly prevHash: string
  readonly hash: string
  readonly facts: Readonly<Record<string, unknown>> | null
  readonly nonce: string | null
  /** Sources whose terms forbid publishing the document. Absent: none. */
  readonly withheld?: readonly string[]
}

export type FaultReason = "broken_link" | "wrong_hash" | "wrong_commitment" | "wrong_id" | "withheld" | "repeated_id"

/** Links new facts to the head of the chain. The nonce is 128 random bits in hex, drawn by the caller. */
export function seal(
  facts: SealedFacts,
  options: { readonly nonce: string; readonly prevHash: string; readonly sha256: Sha256 },
): SealedSignal {
  const { nonce, prevHash, sha256 } = options
  const commitment = commitmentOf(facts, nonce, sha256)
  return { facts, nonce, commitment, prevHash, hash: linkHash({ id: facts.id, commitment, prevHash }, sha256) }
}

/** sha256(canonical JSON ‖ nonce). */
export function commitmentOf(facts: unknown, nonce: string, sha256: Sha256): string {
  return sha256(canonicalJson(facts) + nonce)
}

/** The link runs over commitments, so that the whole chain can be checked while the last day is still sealed. */
export function linkHash(link: Pick<PublicRecord, "id" | "commitment" | "prevHash">, sha256: Sha256): string {
  const { id, commitment, prevHash } = link
  return sha256(canonicalJson({ commitment, id, prevHash }))
}

/** Fault of a single record, `null` without one. */
export function verifyRecord(record: PublicRecord, sha256: Sha256): FaultReason | null {
  if (linkHash(record, sha256) !== record.hash) return "wrong_hash"
  const { facts, nonce } = record
  if (facts === null || nonce === null) return facts === null && nonce === null ? null : "wrong_commitment"
  if (!opens(record.commitment, { facts, nonce, sha256 })) return "wrong_commitment"
  return facts["id"] === record.id && decisionTimeOf(record.id) === facts["decisionTimeMs"] ? null : "wrong_id"
}

/** A document that has no canonical form was never sealed. */
function opens(
  commitment: string,
  { facts, nonce, sha256 }: { readonly facts: unknown; readonly nonce: string; readonly sha256: Sha256 },
): boolean {
  try {
    return commitmentOf(facts, nonce, sha256) === commitment
  } catch {
    return false
  }
}

/** The close that an id names, `null` when it names none. */
export function decisionTimeOf(id: string): number | null {
  const timeMs = Date.parse(id.replace(/^[A-Z]+-/, ""))
  return Number.isNaN(timeMs) ? null : timeMs
}
