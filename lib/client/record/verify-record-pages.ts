import type { z } from "zod"
import { recordContract } from "@/lib/endpoints/record/contract"
import { recordAnchorsContract } from "@/lib/endpoints/record-anchors/contract"
import type { PublicRecord, Sha256 } from "@/lib/domain/track-record/chain"
import { type ChainCheck, type ChainFault, startChainCheck } from "@/lib/domain/track-record/chain-check"

const Page = recordContract.response

type RecordPage = z.output<typeof Page>

type Anchor = z.output<typeof recordAnchorsContract.response>["anchors"][number]

/** Checked records of the total; 0 of 0 before the first answer. */
export type VerificationProgress = { readonly done: number; readonly total: number }

export type VerificationOutcome =
  | {
      readonly kind: "whole"
      readonly records: number
      readonly revealed: number
      readonly withheld: number
      readonly headHash: string
      /** Position (from 1) of the record with the noted hash; absent without a noted hash. */
      readonly notedAt?: number
      /** Absent without anchors, or when they could not be read. */
      readonly anchored?: Anchored
    }
  | { readonly kind: "broken"; readonly fault: ChainFault }
  /** All links are valid, but the noted hash is not in the chain: the chain was rewritten or truncated. */
  | { readonly kind: "noted-missing"; readonly records: number }
  /** All links are valid, but a transaction on the chain carries a head that is not in the record. */
  | { readonly kind: "anchor-missing"; readonly transaction: string }
  /** All links are valid, but the service states another head. */
  | { readonly kind: "another-head"; readonly headHash: string; readonly stated: string }
  /** The service failed with this status; `null`: no answer, or not a record page. */
  | ({ readonly kind: "failed"; readonly status: number | null } & VerificationProgress)
  | ({ readonly kind: "stopped" } & VerificationProgress)

/** Transactions that carry heads of this chain. The transactions themselves are not read here. */
export type Anchored = { readonly count: number; readonly newestPlace: number; readonly newestTransaction: string }

export type VerificationDeps = {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly sha256: Sha256
  /** The head that the user noted at an earlier check. */
  readonly noted: string | null
  /** Aborts the check. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: VerificationProgress) => void
}

const TIMEOUT_MS = 30_000

/** Reads the sealed record page by page and verifies commitments, hashes, links and head. */
export async function verifyRecordPages({
  fetch,
  sha256,
  noted,
  signal,
  onProgress,
}: VerificationDeps): Promise<VerificationOutcome> {
  const check = startChainCheck(sha256)
  // Read first, because the record grows: a head that is anchored later may not be in the pages.
  const anchors = await readAnchors({ fetch, signal })
  let progress: VerificationProgress = { done: 0, total: 0 }
  for (;;) {
    const page = await readPage(progress.done, { fetch, signal })
    if (signal.aborted) return { kind: "stopped", ...progress }
    if (typeof page === "number" || page === null) return { kind: "failed", status: page, ...progress }
    const { records, next_after, integrity } = page
    const fault = check.add(records.map(toPublic))
    if (fault !== null) return { kind: "broken", fault }
    progress = { done: progress.done + records.length, total: integrity.records }
    onProgress(progress)
    if (next_after === null) {
      const outcome = outcomeOf(check, integrity, noted)
      return outcome.kind === "whole" ? withAnchors(outcome, check, anchors) : outcome
    }
    if (next_after !== progress.done || records.length === 0) return { kind: "failed", status: null, ...progress }
  }
}

function outcomeOf(
  check: ChainCheck,
  { head_hash: stated, records }: RecordPage["integrity"],
  noted: string | null,
): VerificationOutcome {
  const verdict = check.verdict()
  if (!verdict.valid) return { kind: "broken", fault: verdict.fault }
  const { headHash, revealed, withheld } = verdict
  if (headHash !== stated || verdict.records !== records) return { kind: "another-head", headHash, stated }
  const whole = { kind: "whole", records, revealed, withheld, headHash } as const
  if (noted === null) return whole
  const notedAt = check.placeOf(noted)
  return notedAt === null ? { kind: "noted-missing", records } : { ...whole, notedAt }
}

/** Compares the heads that transactions carry with the record. */
function withAnchors(
  whole: Extract<VerificationOutcome, { readonly kind: "whole" }>,
  check: ChainCheck,
  anchors: readonly Anchor[],
): VerificationOutcome {
  const missing = anchors.find(({ head }) => check.placeOf(head) === null)
  if (missing !== undefined) return { kind: "anchor-missing", transaction: missing.transaction }
  const [newest] = anchors
  const newestPlace = newest === undefined ? null : check.placeOf(newest.head)
  if (newest === undefined || newestPlace === null) return whole
  return { ...whole, anchored: { count: anchors.length, newestPlace, newestTransaction: newest.transaction } }
}

/** Empty when they cannot be read. */
async function readAnchors({ fetch, signal }: Pick<VerificationDeps, "fetch" | "signal">): Promise<readonly Anchor[]> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const response = await fetch("/api/record/anchors", { cache: "no-store", signal: limit })
    return response.ok ? recordAnchorsContract.response.parse(await response.json()).anchors : []
  } catch {
    return []
  }
}

/** One page, or the status of the failure; `null` without a readable answer. */
async function readPage(
  after: number,
  { fetch, signal }: Pick<VerificationDeps, "fetch" | "signal">,
): Promise<RecordPage | number | null> {
  try {
    const limit = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    const response = await fetch(`/api/record?after=${after}`, { cache: "no-store", signal: limit })
    const parsed = Page.safeParse(await response.json())
    if (response.ok) return parsed.success ? parsed.data : null
    return response.status
  } catch {
    return null
  }
}

function toPublic({ prev_hash: prevHash, ...record }: RecordPage["records"][number]) {
  const { id, commitment, hash, facts, nonce, withheld } = record
  return { id, commitment, prevHash, hash, facts, nonce, withheld } satisfies PublicRecord
}
