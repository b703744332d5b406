import { canonicalJson } from "./canonical-json"
import { REVEAL_AFTER_MS, type SealedFacts, type SealedSignal } from "./sealed-signal"

/** SHA-256 of the UTF-8 bytes of a text, as 64 lower-case hex digits. */
export type Sha256 = (text: string) => string

/** What the first record links to. */
export const GENESIS_HASH = "0".repeat(64)

/** A record as it is published: `facts` and `nonce` are `null` until the call is revealed. */
export type PublicRecord = {
  readonly id: string
  readonly commitment: string
  readonly prevHash: string
  readonly hash: string
  readonly facts: (Readonly<Record<string, unknown>> & { readonly decisionTimeMs: number }) | null
  readonly nonce: string | null
}

export type ChainFault = { readonly index: number; readonly id: string; readonly reason: FaultReason }

export type FaultReason = "broken_link" | "wrong_hash" | "wrong_commitment" | "wrong_id" | "withheld" | "repeated_id"

export type ChainVerdict =
  | { readonly valid: true; readonly records: number; readonly revealed: number; readonly headHash: string }
  | { readonly valid: false; readonly fault: ChainFault }

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

/** What is wrong with one record on its own, `null` when nothing is. */
export function verifyRecord(record: PublicRecord, sha256: Sha256): FaultReason | null {
  if (linkHash(record, sha256) !== record.hash) return "wrong_hash"
  const { facts, nonce } = record
  if (facts === null || nonce === null) return facts === null && nonce === null ? null : "wrong_commitment"
  if (commitmentOf(facts, nonce, sha256) !== record.commitment) return "wrong_commitment"
  return facts["id"] === record.id && decisionTimeOf(record.id) === facts.decisionTimeMs ? null : "wrong_id"
}

/**
 * Checks every record, every link, and that nothing old is kept sealed: a record a day older than the newest one must
 * be open, or losses could stay hidden.
 *
 * A tail that was cut off is a valid shorter chain: compare `headHash` with one that was published earlier.
 */
export function verifyChain(records: readonly PublicRecord[], sha256: Sha256): ChainVerdict {
  const newestMs = records.reduce((latest, { id }) => Math.max(latest, decisionTimeOf(id) ?? 0), 0)
  const seen = new Set<string>()
  let headHash = GENESIS_HASH
  for (const [index, record] of records.entries()) {
    const reason = linkFault(record, { headHash, seen, newestMs, sha256 })
    if (reason !== null) return { valid: false, fault: { index, id: record.id, reason } }
    seen.add(record.id)
    headHash = record.hash
  }
  const revealed = records.filter(({ facts }) => facts !== null).length
  return { valid: true, records: records.length, revealed, headHash }
}

function linkFault(
  record: PublicRecord,
  chain: {
    readonly headHash: string
    readonly seen: ReadonlySet<string>
    readonly newestMs: number
    readonly sha256: Sha256
  },
): FaultReason | null {
  if (record.prevHash !== chain.headHash) return "broken_link"
  if (chain.seen.has(record.id)) return "repeated_id"
  const timeMs = decisionTimeOf(record.id)
  if (timeMs === null) return "wrong_id"
  if (record.facts === null && timeMs + REVEAL_AFTER_MS < chain.newestMs) return "withheld"
  return verifyRecord(record, chain.sha256)
}

/** The close that an id names, `null` when it names none. */
function decisionTimeOf(id: string): number | null {
  const timeMs = Date.parse(id.replace(/^[A-Z]+-/, ""))
  return Number.isNaN(timeMs) ? null : timeMs
}
