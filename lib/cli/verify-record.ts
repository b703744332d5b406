import { createHash } from "node:crypto"
import { readFileSync, writeFileSync } from "node:fs"
import { z } from "zod"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import type { PublicRecord } from "@/lib/domain/track-record/chain"
import { type ChainCheckResult, startChainCheck } from "@/lib/domain/track-record/chain-check"
import { type CommandArgs, runCommand, UsageError, wholeOption } from "./command"
import { type AnchorReport, type Anchors, anchoringBlocks, checkAnchors, fetchAnchors } from "./check-anchors"
import { checkOutcomes } from "./check-outcomes"
import { type ExportedRecord, fetchRecord, toFile } from "./fetch-record"
import { type ReplayReport, replayRecords } from "./replay-record"

const Hash = z.string().regex(/^[0-9a-f]{64}$/)

const Line = z.strictObject({
  id: z.string(),
  commitment: Hash,
  prevHash: Hash,
  hash: Hash,
  facts: z.looseObject({ decisionTimeMs: z.number() }).nullable(),
  nonce: z.string().nullable(),
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

/** By default, the calls of the newest day and a half are computed again from their inputs. */
const REPLAYED = 27

const USAGE = `npm run verify-record -- URL|FILE [--head HASH] [--save FILE] [--replay N] [--rpc URL]

Ends with 0 when everything holds, with 1 otherwise. A URL is the base of a service's API, https://host/api: then outcomes are
judged again, and the newest N revealed calls (default ${REPLAYED}) are computed again from their inputs. --head
looks for a head that was noted earlier; --save keeps the record as a file. --rpc names a node of the chain, which proves
that the anchored records existed before their outcomes.`

const options = {
  head: { type: "string" },
  save: { type: "string" },
  rpc: { type: "string" },
  replay: { type: "string", default: String(REPLAYED) },
} as const

async function main({ values, positionals: [place] }: CommandArgs<typeof options>): Promise<void> {
  if (place === undefined) throw new UsageError("Give what to verify: https://host/api, or record.jsonl.")
  const count = wholeOption("replay", values.replay, { min: 0, max: 1_000_000 })
  const isFile = !/^https?:/.test(place)
  // Read first, because the record grows: a head that is anchored later may not be in the pages.
  const anchors = isFile ? null : await fetchAnchors(place)
  const records = isFile ? [] : await fetchRecord(place)
  const text = isFile ? readFileSync(place, "utf8") : toFile(records)
  if (values.save !== undefined) writeFileSync(values.save, text)
  const verdict = describeVerdict(verifyFile(text, values.head ?? null))
  console.log(verdict.text)
  const outcomes = isFile ? null : describeOutcomes(records)
  if (outcomes !== null) console.log(outcomes.text)
  const replays = isFile ? null : describeReplays(await replayRecords(place, records, { count }))
  if (replays !== null) console.log(replays.text)
  const anchored = anchors === null ? null : await anchorsVerdict(anchors, records, values.rpc)
  if (anchored !== null) console.log(anchored.text)
  const parts = [verdict, outcomes, replays, anchored]
  process.exitCode = parts.every((part) => part?.valid !== false) ? 0 : 1
}

async function anchorsVerdict(anchors: Anchors, records: readonly ExportedRecord[], rpcUrl: string | undefined) {
  const read = rpcUrl === undefined ? undefined : await anchoringBlocks(rpcUrl, anchors)
  return describeAnchors(await checkAnchors(anchors.anchors, records, read))
}

/** The result of checking the anchors, as text. */
export function describeAnchors({ faults, anchors, provenInTime }: AnchorReport): {
  readonly valid: boolean
  readonly text: string
} {
  const checked =
    provenInTime === null
      ? `${anchors} anchors name heads of this chain; --rpc URL checks their transactions.`
      : `${anchors} anchors on the chain prove that ${provenInTime} records existed before their first outcome.`
  const held = anchors === 0 ? "No record is anchored on the chain." : checked
  return { valid: faults.length === 0, text: [...faults, ...(faults.length === 0 ? [held] : [])].join("\n") }
}

/** The result of computing calls again, as text. A call that could not be computed again is listed and is not a fault. */
export function describeReplays({ same, skipped, faults, exits, late }: ReplayReport): {
  readonly valid: boolean
  readonly text: string
} {
  const lines = [
    ...faults,
    `${same} calls made again from their inputs: the same bytes. ${exits} exit prices are those of the candles.`,
    ...(late.length === 0
      ? []
      : [
          `${late.length} exits are not the first close after the horizon, first ${late[0]}: it came late, or was passed over.`,
        ]),
    ...(skipped.length === 0 ? [] : [`${skipped.length} not made again, first ${skipped[0]}`]),
  ]
  return { valid: faults.length === 0, text: lines.join("\n") }
}

/** The outcomes as text. */
export function describeOutcomes(records: readonly ExportedRecord[]): {
  readonly valid: boolean
  readonly text: string
} {
  const { faults, winCounts } = checkOutcomes(records)
  const lines = [
    ...faults.map(({ id, horizon, reason }) => `${id} ${horizon}: ${reason}.`),
    ...winCounts.map(
      ({ horizon, calls, wins }) =>
        `${horizon}: ${wins} of ${calls} directional calls won, live and replayed ones together. /stats has the intervals.`,
    ),
  ]
  return { valid: faults.length === 0, text: lines.join("\n") }
}

/** The verdict as text. Only an earlier noted head shows that records are missing at the end. */
export function describeVerdict(verdict: FileVerdict): { readonly valid: boolean; readonly text: string } {
  if (!verdict.valid) {
    const place = "line" in verdict ? { line: verdict.line, reason: verdict.reason } : verdict.fault
    const line = "line" in place ? place.line : place.index + 1
    return { valid: false, text: `Broken at line ${line}: ${place.reason.replaceAll("_", " ")}.` }
  }
  const { records, revealed, headHash, noted } = verdict
  const text = `${records} records hold, ${revealed} of them revealed. Head: ${headHash}`
  if (noted === null) return { valid: true, text }
  if (noted.place === null) return { valid: false, text: `${text}\nThe head you gave is none of it: ${noted.head}` }
  return { valid: true, text: `${text}\nThe head you gave is record ${noted.place} of it.` }
}

if (process.argv[1]?.endsWith("verify-record.ts") === true) {
  await runCommand(main, { usage: USAGE, options, maxPositionals: 1 })
}
