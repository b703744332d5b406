import { createHash } from "node:crypto"
import { z } from "zod"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import type { FaultReason, PublicRecord } from "@/lib/domain/track-record/chain"
import { type ChainCheckResult, startChainCheck } from "@/lib/domain/track-record/chain-check"
import type { Finding } from "./record-finding"

const Hash = z.string().regex(/^[0-9a-f]{64}$/)

const Line = z.strictObject({
  id: z.string(),
  commitment: Hash,
  prevHash: Hash,
  hash: Hash,
  facts: z.looseObject({ decisionTimeMs: z.number() }).nullable(),
  nonce: z.string().nullable(),
  withheld: z.array(z.string()).exactOptional(),
})

/** A head that was noted earlier, and the place of its record in the chain; `null`: the chain does not have it. */
type Noted = { readonly head: string; readonly place: number | null }

/** The error in a file: the line (from 1) and the reason, or the verdict on its chain. */
export type FileVerdict =
  | { readonly valid: false; readonly line: number; readonly reason: string }
  | (ChainCheckResult & { readonly noted: Noted | null })

/** Checks a record file: every line in canonical form, every hash, every link, and that a noted head is still in it. */
export function verifyFile(text: string, head: string | null = null): FileVerdict {
  const records: PublicRecord[] = []
  for (const [index, line] of text.replace(/\n$/, "").split("\n").entries()) {
    const record = text === "" ? null : readLine(line)
    if (record === "malformed") return { valid: false, line: index + 1, reason: "malformed line" }
    if (record !== null) records.push(record)
  }
  const check = startChainCheck((content) => createHash("sha256").update(content, "utf8").digest("hex"))
  check.add(records)
  return { ...check.verdict(), noted: head === null ? null : { head, place: check.placeOf(head) } }
}

/** The line's record; a text that is not in canonical form is refused. */
function readLine(line: string): PublicRecord | "malformed" {
  try {
    const value: unknown = JSON.parse(line)
    return canonicalJson(value) === line ? Line.parse(value) : "malformed"
  } catch {
    return "malformed"
  }
}

const meanings = {
  broken_link: "it does not follow the record before it, so a record is missing or was put in between",
  wrong_hash: "its hash is not that of its content",
  wrong_commitment: "what is revealed is not what was sealed",
  wrong_id: "its name and its time do not agree",
  withheld: "it is kept sealed for longer than a day",
  repeated_id: "it is there twice",
} as const satisfies Record<FaultReason, string>

/** The verdict as text. Only an earlier noted head shows that records are missing at the end. */
export function describeVerdict(verdict: FileVerdict): Finding {
  if (!verdict.valid) {
    if ("line" in verdict) return { valid: false, text: `Broken at line ${verdict.line}: ${verdict.reason}.` }
    const { index, id, reason } = verdict.fault
    const says = `Broken at line ${index + 1}: ${reason.replaceAll("_", " ")}. ${id}: ${meanings[reason]}.`
    return { valid: false, text: says }
  }
  const { records, revealed, withheld, headHash, noted } = verdict
  const without =
    withheld === 0 ? "" : ` ${withheld} are withheld because of the terms of their sources: hashes and links alone.`
  const text = `${records} records hold, ${revealed} of them revealed.${without} Head: ${headHash}`
  if (noted === null) return { valid: true, text }
  if (noted.place === null) return { valid: false, text: `${text}\nThe head you gave is none of it: ${noted.head}` }
  return { valid: true, text: `${text}\nThe head you gave is record ${noted.place} of it.` }
}
