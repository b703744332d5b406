import { decisionTimeOf, type FaultReason, GENESIS_HASH, type PublicRecord, type Sha256, verifyRecord } from "./chain"
import { REVEAL_AFTER_MS } from "./sealed-signal"

export type ChainFault = { readonly index: number; readonly id: string; readonly reason: FaultReason }

export type ChainCheckResult =
  | {
      readonly valid: true
      readonly records: number
      readonly revealed: number
      /** Records whose document is not published because of the terms of a source. */
      readonly withheld: number
      readonly headHash: string
    }
  | { readonly valid: false; readonly fault: ChainFault }

/** A check in progress. Records arrive in the order of the chain, in parts of any size. */
export type ChainCheck = {
  /** The first fault among these records, `null` without one. Nothing is checked after a fault. */
  readonly add: (records: readonly PublicRecord[]) => ChainFault | null
  readonly verdict: () => ChainCheckResult
  /** Place from 1 of the record with this hash, 0 for the beginning; `null` when the chain does not have it. */
  readonly placeOf: (hash: string) => number | null
}

/**
 * Checks every record and every link, and that old records are revealed: a record that is a day older than the newest
 * record must be open, or losses could stay hidden; those that name a source whose terms forbid it are counted. The newest record is known at the end, so `verdict` checks this.
 *
 * A chain without its last records is valid. To detect missing records, look for an earlier published head with
 * `placeOf`.
 */
export function startChainCheck(sha256: Sha256): ChainCheck {
  const seen = new Set<string>()
  const places = new Map([[GENESIS_HASH, 0]])
  const sealed: { readonly index: number; readonly id: string; readonly timeMs: number }[] = []
  let headHash = GENESIS_HASH
  let withheld = 0
  let newestMs = 0
  let fault: ChainFault | null = null
  const take = (record: PublicRecord): FaultReason | null => {
    const timeMs = decisionTimeOf(record.id)
    if (record.prevHash !== headHash) return "broken_link"
    if (seen.has(record.id)) return "repeated_id"
    if (timeMs === null) return "wrong_id"
    if (record.facts === null && (record.withheld ?? []).length > 0) withheld += 1
    else if (record.facts === null) sealed.push({ index: seen.size, id: record.id, timeMs })
    newestMs = Math.max(newestMs, timeMs)
    return verifyRecord(record, sha256)
  }
  return {
    add(records) {
      for (const record of records) {
        if (fault !== null) break
        const reason = take(record)
        if (reason !== null) fault = { index: seen.size, id: record.id, reason }
        seen.add(record.id)
        headHash = record.hash
        places.set(headHash, seen.size)
      }
      return fault
    },
    verdict() {
      const late = sealed.find(({ timeMs }) => timeMs + REVEAL_AFTER_MS < newestMs)
      const found =
        fault ?? (late === undefined ? null : { index: late.index, id: late.id, reason: "withheld" as const })
      if (found !== null) return { valid: false, fault: found }
      const revealed = seen.size - sealed.length - withheld
      return { valid: true, records: seen.size, revealed, withheld, headHash }
    },
    placeOf: (hash) => places.get(hash) ?? null,
  }
}

/** Checks a whole chain. */
export function verifyChain(records: readonly PublicRecord[], sha256: Sha256): ChainCheckResult {
  const check = startChainCheck(sha256)
  check.add(records)
  return check.verdict()
}
