import { createHash } from "node:crypto"
import { z } from "zod"
import type { AnchorOnChain, AnchorsRead } from "@/lib/x402/chain/read-anchors"
import type { Horizon } from "@/lib/domain/track-record/outcome"
import { provenCalls, type ProvenCalls } from "@/lib/domain/track-record/proof"
import { type Acceptance, linkAfter, type RecordAnchor } from "@/lib/domain/track-record/record-anchor"
import { decisionTimeOf } from "@/lib/domain/track-record/chain"
import { HOUR_MS, isoTime, MINUTE_MS } from "@/lib/domain/utc-day"
import { median } from "@/lib/domain/statistics/moments"
import type { ExportedRecord } from "./fetch-record"
import type { StatedProof } from "./fetch-anchors"
import { type Finding, findingOf } from "./record-finding"

export type AnchorReport = {
  readonly faults: readonly string[]
  /** What the operator has accepted, in his words. */
  readonly accepted: readonly string[]
  /** Anchors of the service's accounts. */
  readonly anchors: number
  /** Anchors of other senders, which anybody can send. */
  readonly foreign: readonly AnchorOnChain[]
  readonly proof: Readonly<Record<Horizon, ProvenCalls>>
}

/** The anchors as text. */
export function describeAnchors(
  { faults, accepted, anchors, foreign, proof }: AnchorReport,
  { network, isPublic }: Pick<StatedProof, "network" | "isPublic">,
): Finding {
  const of = (horizon: Horizon) =>
    `${proof[horizon].proven.size} of ${proof[horizon].due} before their ${horizon} outcome`
  const medianMs = median([...proof["24h"].proven.values()])
  return findingOf(faults, [
    anchors === 0
      ? `No record is anchored on ${network}: of ${proof["24h"].due} live calls none is proven in time.`
      : `Proven in time by ${anchors} anchors on ${network}: ${of("24h")}, ${of("7d")}` +
        `${medianMs === null ? "" : `, half of them within ${(medianMs / HOUR_MS).toFixed(1)} h`}. The others are not proven.`,
    `Open: ${proof["24h"].open} calls of the last day are not counted until they are revealed.`,
    ...(isPublic ? [] : ["This is a sandbox's own chain, which proves nothing to anybody else."]),
    ...accepted.map((words) => `The operator accepted a difference between record and anchors at ${words}`),
    ...(foreign.length === 0
      ? []
      : [
          `Not counted: ${foreign.length} anchors of other senders, first ${foreign[0]?.sender} in ${foreign[0]?.transaction}. ` +
            "Anybody can send one; --sender counts those of an account that you know as the service's.",
        ]),
  ])
}

/**
 * A sender that brought the payee a tenth of all money, and a dollar, is an account of the service, whatever the service says.
 * Money is what counts, because any number of payments of one unit costs anybody only gas.
 */
const OWN_PART = 10n
const OWN_LEAST = 1_000_000n

/** The ledger lists a transaction after it was seen in a block. */
const LISTED_WITHIN_MS = 10 * MINUTE_MS

const Times = z.looseObject({ sealedAtMs: z.number() })

/**
 * Checks the anchors that were read from the chain: each names the one before, each head is a record of this chain, and heads
 * only advance. Then counts the live calls that a block earlier than the end of a horizon proves.
 *
 * @param stated what the service says about the same, which is compared
 * @param isAccepted whether the reader takes the operator's explanations, so that they do not fail the check
 */
export function checkAnchors(
  read: AnchorsRead,
  records: readonly ExportedRecord[],
  stated: StatedProof,
  { nowMs, isAccepted }: { readonly nowMs: number; readonly isAccepted: boolean },
): AnchorReport {
  const own = ownSenders(read, stated.senders)
  const anchors = read.anchors.filter(({ sender }) => own.has(sender))
  const explained = explainedUpTo(anchors, stated.acceptances)
  const links = checkLinks(anchors, stated.acceptances)
  const heads = checkHeads(anchors, records, explained)
  // What the service counted by its clock is due for the reader as well, whose clock may be a little behind.
  const proof = countProven(anchors, records, Math.max(nowMs, stated.listedMs))
  const proven = proof["24h"].proven.size
  const faults = [
    ...links,
    ...heads.faults,
    ...(isAccepted ? [] : heads.accepted),
    ...checkList(anchors, explained, stated),
    ...(stated.provenInTime > proven
      ? [`The service says that ${stated.provenInTime} records are proven in time, and the chain proves ${proven}.`]
      : []),
  ]
  const foreign = read.anchors.filter(({ sender }) => !own.has(sender))
  const accepted = stated.acceptances.map(({ at, reason }) => `${at}: "${reason}"`)
  return { faults, accepted, anchors: anchors.length, foreign, proof }
}

function ownSenders({ received }: AnchorsRead, named: readonly string[]): ReadonlySet<string> {
  const all = [...received.values()].reduce((sum, value) => sum + value, 0n)
  const large = [...received].filter(([, value]) => value >= OWN_LEAST && OWN_PART * value >= all)
  return new Set([...named.map((sender) => sender.toLowerCase()), ...large.map(([sender]) => sender)])
}

/** How many of the anchors the operator's explanations cover: those up to the newest one that was contradicted. */
function explainedUpTo(anchors: readonly AnchorOnChain[], acceptances: readonly Acceptance[]): number {
  const contradicted = new Set(acceptances.map((acceptance) => acceptance.contradicted))
  return anchors.findLastIndex(({ transaction }) => contradicted.has(transaction)) + 1
}

function checkLinks(anchors: readonly AnchorOnChain[], acceptances: readonly Acceptance[]): readonly string[] {
  const faults: string[] = []
  let previous: AnchorOnChain | null = null
  let used = 0
  for (const anchor of anchors) {
    const taken = acceptedIn(anchor, previous, acceptances.slice(used))
    if (taken === null) {
      const before = previous === null ? "as the first one" : `after ${previous.transaction}`
      faults.push(
        `Transaction ${anchor.transaction} does not carry the link of the anchor ${before}: an anchor between is missing, or the ` +
          "anchors were begun again.",
      )
    }
    used += taken ?? 0
    previous = anchor
  }
  const last = anchors.at(-1)
  const loose = acceptances
    .slice(used)
    .filter(({ at }) => last !== undefined && Date.parse(at) < last.timeMs - LISTED_WITHIN_MS)
  for (const { at, reason } of loose)
    faults.push(
      `No anchor commits to what the operator accepted at ${at} ("${reason}"): it was changed or added later.`,
    )
  return faults
}

/** How many acceptances the link of this anchor commits to; `null`: it does not follow the anchor before. */
function acceptedIn(
  anchor: RecordAnchor,
  previous: RecordAnchor | null,
  acceptances: readonly Acceptance[],
): number | null {
  for (let count = 0; count <= acceptances.length; count++) {
    if (linkAfter(previous, acceptances.slice(0, count), sha256) === anchor.link) return count
  }
  return null
}

function checkHeads(anchors: readonly AnchorOnChain[], records: readonly ExportedRecord[], explained: number) {
  const placeOf = new Map(records.map(({ hash }, index) => [hash, index + 1]))
  const faults: string[] = []
  const accepted: string[] = []
  let reached = 0
  for (const [index, { head, transaction, timeMs }] of anchors.entries()) {
    const place = placeOf.get(head)
    if (place === undefined) {
      const says =
        `Transaction ${transaction} anchored ${head} at ${isoTime(timeMs)}, and the record does not have it: records up to that ` +
        "time were changed, removed or replaced."
      if (index < explained) accepted.push(`${says} The operator has accepted this; --accepted takes his explanation.`)
      else faults.push(says)
    } else if (place < reached)
      faults.push(
        `Transaction ${transaction} anchored record ${place} after record ${reached}: the record was shortened.`,
      )
    reached = Math.max(reached, place ?? 0)
  }
  return { faults, accepted }
}

/** The list of the service is a hint: what it leaves out or makes up is named. A restored ledger lists less. */
function checkList(
  anchors: readonly AnchorOnChain[],
  explained: number,
  { listed, listedMs, isWholeList }: StatedProof,
): readonly string[] {
  const onChain = new Map<string, AnchorOnChain>(anchors.map((anchor) => [anchor.transaction, anchor]))
  const names = new Set(listed.map(({ transaction }) => transaction))
  const oldestMs = Math.min(...anchors.filter(({ transaction }) => names.has(transaction)).map(({ timeMs }) => timeMs))
  const omitted = anchors
    .slice(explained)
    .filter(
      ({ transaction, timeMs }) =>
        !names.has(transaction) && timeMs < listedMs - LISTED_WITHIN_MS && (isWholeList || timeMs > oldestMs),
    )
  const invented = listed.filter(({ transaction, head }) => onChain.get(transaction)?.head !== head)
  return [
    ...omitted.map(({ transaction }) => `The service leaves out the anchor in transaction ${transaction}.`),
    ...invented.map(
      ({ transaction }) =>
        `The service lists an anchor in transaction ${transaction}, and the chain does not have it there.`,
    ),
  ]
}

function countProven(anchors: readonly AnchorOnChain[], records: readonly ExportedRecord[], nowMs: number) {
  const calls = records.map(({ hash, id, facts }) => {
    const sealedAtMs = facts === null ? null : Times.parse(facts).sealedAtMs
    return { hash, id, decisionTimeMs: decisionTimeOf(id) ?? 0, sealedAtMs }
  })
  const of = (horizon: Horizon) => provenCalls(calls, anchors, { horizon, nowMs })
  return { "24h": of("24h"), "7d": of("7d") }
}

function sha256(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex")
}
