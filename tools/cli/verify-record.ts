import { readFileSync, writeFileSync } from "node:fs"
import { checkAnchors, describeAnchors } from "./check-anchors"
import { checkCalls } from "./check-calls"
import { checkDaily } from "./check-daily"
import { checkOutcomes } from "./check-outcomes"
import { checkOutside, type OutsideCloses, readOutsideCloses } from "./check-outside-candles"
import { describeRates } from "./check-rates"
import { checkWithheld } from "./check-withheld"
import { type CommandArgs, runCommand, UsageError, wholeOption } from "./command"
import { type ChainReading, fetchStatedProof, nodeOf, readAnchors, type StatedProof } from "./fetch-anchors"
import { type ExportedRecord, fetchRecord, toFile } from "./fetch-record"
import { describeReplays, replayRecords } from "./replay-record"
import type { Finding } from "./record-finding"
import { describeVerdict, verifyFile } from "./verify-record-file"

const USAGE = `npm run verify-record -- URL|FILE [--head HASH] [--save FILE] [--replay N] [--rpc URL | --no-chain] [--from-block N]
                         [--sender ADDRESS]… [--accepted] [--candles FOLDER]

Ends with 0 when everything that was checked holds, with 1 otherwise. A URL is the base of a service's API, https://host/api: then
outcomes are judged again, every revealed call is computed again from its inputs, and the anchors are read from the chain.
--head      looks for a head that was noted earlier
--save      keeps the record as a file, of which hashes and links can be checked again
--replay    computes only the newest N calls again; the others count as not checked
--rpc       a node of the chain; by default a public one, or the sandbox's own
--no-chain  reads no node: then no record is proven
--from-block, --sender   where anchors begin, and accounts that you know as the service's, besides those that it names
--accepted  takes the operator's explanations of differences between record and anchors, which are faults otherwise
--candles   compares all prices with hourly candle files that you have from elsewhere (…BTC…_1h.csv, columns as for npm run backtest)`

const options = {
  head: { type: "string" },
  save: { type: "string" },
  rpc: { type: "string" },
  "no-chain": { type: "boolean" },
  "from-block": { type: "string" },
  sender: { type: "string", multiple: true },
  accepted: { type: "boolean" },
  replay: { type: "string" },
  candles: { type: "string" },
} as const

/** The parts of a verification that ask others, so that tests can answer. */
export type Verification = {
  readonly api: string
  readonly get: typeof fetch
  /** The reader's clock. */
  readonly nowMs: number
  readonly head: string | null
  /** Newest calls that are computed again; `null`: all. */
  readonly replay: number | null
  /** Accounts that the reader knows as the service's. */
  readonly senders: readonly string[]
  readonly isAccepted: boolean
  /** Closes of somebody else; `null`: prices are compared with the service's own inputs alone. */
  readonly outside: OutsideCloses | null
  /** The anchors on the chain from a time on; `null`: no node is read. */
  readonly readChain: ((stated: StatedProof, beginMs: number) => Promise<ChainReading>) | null
  readonly onProgress: (text: string) => void
  readonly onFinding: (finding: Finding) => void
}

/** Verifies the record of a service and returns it. `valid`: everything that was checked holds. */
export async function verifyService(
  verification: Verification,
): Promise<{ readonly valid: boolean; readonly records: readonly ExportedRecord[] }> {
  const { api, get, nowMs, onFinding } = verification
  let valid = true
  const report = (finding: Finding) => {
    valid &&= finding.valid
    onFinding(finding)
  }
  // Read first, because the record grows: a head that is anchored later may not be in the pages.
  const stated = await fetchStatedProof(api, get)
  const records = await fetchRecord(api, get)
  report(describeVerdict(verifyFile(toFile(records), verification.head)))
  if (!valid) return { valid, records }
  report(checkWithheld(records))
  report(checkCalls(records, nowMs))
  report(checkOutcomes(records, nowMs))
  const replays = await replayRecords(api, records, {
    ...(verification.replay !== null && { count: verification.replay }),
    get,
    onProgress: (done, total) => verification.onProgress(`${done} of ${total} calls computed again`),
  })
  report(describeRates(records, replays))
  report(checkDaily(records, replays))
  report(describeReplays(replays))
  report(NOT_THE_ACCOUNT)
  report(verification.outside === null ? NOT_OUTSIDE : checkOutside(records, verification.outside))
  report(await anchorFinding(verification, { stated, records }))
  return { valid, records }
}

const NOT_OUTSIDE: Finding = {
  valid: true,
  text:
    "Not checked: whether the candles are those of the market. Who falsifies all of them alike is found by candles from elsewhere: " +
    "npm run verify-record -- URL --candles FOLDER",
}

const NOT_THE_ACCOUNT: Finding = {
  valid: true,
  text:
    "Not checked: the paper account and the arena. They are computed from daily candles that the service keeps and could change; " +
    "no sealed call binds these candles.",
}

async function anchorFinding(
  { readChain, senders, isAccepted, nowMs }: Verification,
  { stated, records }: { readonly stated: StatedProof; readonly records: readonly ExportedRecord[] },
): Promise<Finding> {
  const { payee, offeredPayTo } = stated
  if (offeredPayTo !== null && offeredPayTo.toLowerCase() !== payee.payTo) {
    const text = `✕ The service is paid at ${offeredPayTo} and names ${payee.payTo} for its anchors.`
    return { valid: false, text }
  }
  if (readChain === null) {
    return {
      valid: true,
      text: `Not checked: no node was read, so none of ${records.length} records is proven in time.`,
    }
  }
  const known = { ...stated, senders: [...stated.senders, ...senders] }
  try {
    const read = await readChain(known, firstSealedMs(records))
    const { valid, text } = describeAnchors(checkAnchors(read, records, known, { nowMs, isAccepted }), stated)
    return { valid, text: `${text}\nBlocks ${read.fromBlock} to ${read.toBlock} were read.` }
  } catch (error) {
    const reason = error instanceof Error ? error.message.split("\n")[0] : "failed"
    return {
      valid: false,
      text: `✕ The anchors could not be read from the chain, so no record is proven: ${reason} (--rpc, --no-chain)`,
    }
  }
}

/** When the first record was sealed: no anchor is older, and replayed calls are of closes long before. */
function firstSealedMs(records: readonly ExportedRecord[]): number {
  return Math.min(
    ...records.map(({ facts, decided_at }) => {
      const sealedMs = facts?.["sealedAtMs"]
      return typeof sealedMs === "number" ? sealedMs : Date.parse(decided_at)
    }),
  )
}

async function main({ values, positionals: [place] }: CommandArgs<typeof options>): Promise<void> {
  if (place === undefined) throw new UsageError("Give what to verify: https://host/api, or record.jsonl.")
  const replay = values.replay === undefined ? null : wholeOption("replay", values.replay, { min: 0, max: 1_000_000 })
  const fromBlock = values["from-block"]
  const first = fromBlock === undefined ? undefined : wholeOption("from-block", fromBlock, { min: 0, max: 1e12 })
  const head = values.head ?? null
  if (!/^https?:/.test(place)) {
    const { valid, text } = describeVerdict(verifyFile(readFileSync(place, "utf8"), head))
    console.log(`${text}\nNot checked: a file has no outcomes, inputs and anchors.`)
    process.exitCode = valid ? 0 : 1
    return
  }
  const { valid, records } = await verifyService({
    api: place,
    get: fetch,
    nowMs: Date.now(),
    head,
    replay,
    senders: values.sender ?? [],
    isAccepted: values.accepted === true,
    outside: values.candles === undefined ? null : readOutsideCloses(values.candles),
    readChain:
      values["no-chain"] === true
        ? null
        : (stated, beginMs) =>
            readAnchors(values.rpc ?? nodeOf(place, stated), stated, {
              beginMs,
              ...(first !== undefined && { fromBlock: BigInt(first) }),
              onProgress: (block, newest) => progress(`block ${block} of ${newest} read`),
            }),
    onProgress: progress,
    onFinding: ({ text }) => {
      if (text !== "") console.log(text)
    },
  })
  if (values.save !== undefined) writeFileSync(values.save, toFile(records))
  process.exitCode = valid ? 0 : 1
}

const PROGRESS_MS = 2_000
let shownMs = 0

/** On standard error, because the result is on standard output. */
function progress(text: string): void {
  if (Date.now() - shownMs < PROGRESS_MS) return
  shownMs = Date.now()
  console.error(text)
}

if (process.argv[1]?.endsWith("verify-record.ts") === true) {
  await runCommand(main, { usage: USAGE, options, maxPositionals: 1 })
}
