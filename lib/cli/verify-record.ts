import { createHash } from "node:crypto"
import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { z } from "zod"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import { type ChainVerdict, type PublicRecord, verifyChain } from "@/lib/domain/track-record/chain"

const Hash = z.string().regex(/^[0-9a-f]{64}$/)

const Line = z.strictObject({
  id: z.string(),
  commitment: Hash,
  prevHash: Hash,
  hash: Hash,
  facts: z.looseObject({ decisionTimeMs: z.number() }).nullable(),
  nonce: z.string().nullable(),
})

/** What was wrong with a file: the line (from 1) and why, or the verdict on its chain. */
export type FileVerdict = ChainVerdict | { readonly valid: false; readonly line: number; readonly reason: string }

/** Checks a record file: every line in canonical form, every hash, every link. */
export function verifyFile(text: string): FileVerdict {
  const records: PublicRecord[] = []
  for (const [index, line] of text.replace(/\n$/, "").split("\n").entries()) {
    const record = text === "" ? null : readLine(line)
    if (record === "malformed") return { valid: false, line: index + 1, reason: "malformed line" }
    if (record !== null) records.push(record)
  }
  return verifyChain(records, (content) => createHash("sha256").update(content, "utf8").digest("hex"))
}

/** The line's record; a text that is not the canonical form of what it says is refused. */
function readLine(line: string): PublicRecord | "malformed" {
  try {
    const value: unknown = JSON.parse(line)
    return canonicalJson(value) === line ? Line.parse(value) : "malformed"
  } catch {
    return "malformed"
  }
}

/** `tsx lib/cli/verify-record.ts record.jsonl [--head HASH]`: exit code 0 when everything holds, 1 otherwise. */
function main(): void {
  const { positionals, values } = parseArgs({ allowPositionals: true, options: { head: { type: "string" } } })
  const path = positionals[0]
  if (path === undefined) throw new Error("Give the file to verify: verify-record record.jsonl [--head HASH]")
  const verdict = verifyFile(readFileSync(path, "utf8"))
  const { valid, text } = describeVerdict(verdict, values.head ?? null)
  console.log(text)
  process.exitCode = valid ? 0 : 1
}

/** In words, and against a head hash that was noted earlier: a tail that was cut off shows nowhere else. */
export function describeVerdict(
  verdict: FileVerdict,
  head: string | null,
): { readonly valid: boolean; readonly text: string } {
  if (!verdict.valid) {
    const place = "line" in verdict ? { line: verdict.line, reason: verdict.reason } : verdict.fault
    const line = "line" in place ? place.line : place.index + 1
    return { valid: false, text: `Broken at line ${line}: ${place.reason.replaceAll("_", " ")}.` }
  }
  const { records, revealed, headHash } = verdict
  const text = `${records} records hold, ${revealed} of them revealed. Head: ${headHash}`
  if (head === null || head === headHash) return { valid: true, text }
  return { valid: false, text: `${text}\nThe head you gave is another: ${head}` }
}

if (process.argv[1]?.endsWith("verify-record.ts") === true) {
  try {
    main()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
