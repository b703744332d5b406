import { canonicalJson } from "./canonical-json"
import type { PublicRecord } from "./chain"
import { isRevealed, type SealedSignal } from "./sealed-signal"

/** A record as the public may see it at `nowMs`. */
export function publish(record: SealedSignal, nowMs: number): PublicRecord {
  const { facts, nonce, commitment, prevHash, hash } = record
  const open = isRevealed(facts, nowMs)
  return { id: facts.id, commitment, prevHash, hash, facts: open ? facts : null, nonce: open ? nonce : null }
}

/** The whole chain as JSON lines in canonical form, oldest first, for `tools/cli/verify-record.ts`. */
export function toJsonLines(records: readonly SealedSignal[], nowMs: number): string {
  return records.map((record) => `${canonicalJson(publish(record, nowMs))}\n`).join("")
}
