import type { z } from "zod"
import { recordContract } from "@/lib/api/record"
import type { PublicRecord, Sha256 } from "@/lib/domain/track-record/chain"
import { type ChainCheck, type ChainFault, startChainCheck } from "@/lib/domain/track-record/chain-check"

const Page = recordContract.response

type RecordPage = z.output<typeof Page>

/** Records that were checked, of those there are; 0 of 0 before the first answer. */
export type WalkProgress = { readonly done: number; readonly total: number }

export type WalkOutcome =
  | {
      readonly kind: "whole"
      readonly records: number
      readonly revealed: number
      readonly headHash: string
      /** Place of the record whose hash was noted earlier, from 1; absent: none was. */
      readonly notedAt?: number
    }
  | { readonly kind: "broken"; readonly fault: ChainFault }
  /** Every link holds, but a hash that was noted earlier is none of this chain: it was written anew, or its end cut off. */
  | { readonly kind: "noted-missing"; readonly records: number }
  /** Every link holds, and the service says that the chain ends elsewhere. */
  | { readonly kind: "another-head"; readonly headHash: string; readonly stated: string }
  /** The service failed with this status; `null`: it did not answer, or with something else than records. */
  | ({ readonly kind: "failed"; readonly status: number | null } & WalkProgress)
  | ({ readonly kind: "stopped" } & WalkProgress)

export type WalkDeps = {
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly sha256: Sha256
  /** A head that the reader noted at an earlier check. */
  readonly noted: string | null
  /** Ends the walk. */
  readonly signal: AbortSignal
  readonly onProgress: (progress: WalkProgress) => void
}

const TIMEOUT_MS = 30_000

/** Reads the sealed record of this service page by page and checks all of it here: commitments, hashes, links, head. */
export async function walkRecord({ fetch, sha256, noted, signal, onProgress }: WalkDeps): Promise<WalkOutcome> {
  const check = startChainCheck(sha256)
  let progress: WalkProgress = { done: 0, total: 0 }
  for (;;) {
    const page = await readPage(progress.done, { fetch, signal })
    if (signal.aborted) return { kind: "stopped", ...progress }
    if (typeof page === "number" || page === null) return { kind: "failed", status: page, ...progress }
    const { records, next_after, integrity } = page
    const fault = check.add(records.map(toPublic))
    if (fault !== null) return { kind: "broken", fault }
    progress = { done: progress.done + records.length, total: integrity.records }
    onProgress(progress)
    if (next_after === null) return outcomeOf(check, integrity, noted)
    if (next_after !== progress.done || records.length === 0) return { kind: "failed", status: null, ...progress }
  }
}

function outcomeOf(
  check: ChainCheck,
  { head_hash: stated, records }: RecordPage["integrity"],
  noted: string | null,
): WalkOutcome {
  const verdict = check.verdict()
  if (!verdict.valid) return { kind: "broken", fault: verdict.fault }
  const { headHash, revealed } = verdict
  if (headHash !== stated || verdict.records !== records) return { kind: "another-head", headHash, stated }
  const whole = { kind: "whole", records, revealed, headHash } as const
  if (noted === null) return whole
  const notedAt = check.placeOf(noted)
  return notedAt === null ? { kind: "noted-missing", records } : { ...whole, notedAt }
}

/** The page, or why there is none: the status of the failure, `null` without a readable answer. */
async function readPage(
  after: number,
  { fetch, signal }: Pick<WalkDeps, "fetch" | "signal">,
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

function toPublic({ id, commitment, prev_hash: prevHash, hash, facts, nonce }: RecordPage["records"][number]) {
  return { id, commitment, prevHash, hash, facts, nonce } satisfies PublicRecord
}
