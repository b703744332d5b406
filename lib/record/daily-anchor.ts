import type { Clock } from "@/lib/domain/clock"
import { DAY_MS } from "@/lib/domain/utc-day"

/** After this time a head is offered again: the transaction that should carry it may not have been recorded. */
const RETRY_MS = 600_000

export type DailyAnchorPorts = {
  /** When the newest transaction with an anchor was signed; `null`: there is none. */
  readonly newestSignedMs: () => Promise<number | null>
  /** The head of the sealed chain; `null` while the chain is empty. */
  readonly head: () => Promise<string | null>
  readonly clock: Clock
  readonly log: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

/**
 * Offers the head of the sealed chain to the next settlement transaction, once per UTC day. Never rejects, because a
 * payment must not wait for an anchor.
 */
export function createDailyAnchor({
  newestSignedMs,
  head,
  clock,
  log,
}: DailyAnchorPorts): () => Promise<string | null> {
  let nextMs = Number.NEGATIVE_INFINITY
  return async () => {
    const nowMs = clock()
    if (nowMs < nextMs) return null
    nextMs = nowMs + RETRY_MS
    const dayMs = nowMs - (nowMs % DAY_MS)
    try {
      const newestMs = await newestSignedMs()
      if (newestMs === null || newestMs < dayMs) return await head()
      nextMs = dayMs + DAY_MS
    } catch (error) {
      log("record_anchor_failed", { err: error })
    }
    return null
  }
}
