import { HOUR_MS } from "@/lib/domain/utc-day"
import type { SourceErrorKind } from "./errors"

const FAILURES_TO_OPEN = 3
export const DEFAULT_RESTS: Rests = { firstMs: 60_000, longestMs: 15 * 60_000 }
const GEO_BLOCK_MS = 6 * HOUR_MS
const MAX_ASKED_MS = 6 * HOUR_MS

export type BreakerState = "closed" | "open" | "half_open" | "blocked"

/** What `/health` may say about a host. `retryAtMs` is `null` while requests are allowed. */
export type HostHealth = {
  readonly host: string
  readonly breaker: BreakerState
  readonly consecutiveFailures: number
  readonly retryAtMs: number | null
  readonly lastErrorKind: SourceErrorKind | null
}

/** The state of one host. A host without requests is `closed`. */
export function breakerOf(health: readonly HostHealth[], host: string): BreakerState {
  return health.find((each) => each.host === host)?.breaker ?? "closed"
}

/** First and longest open time of the breaker. `throttledMs`: the open time after a rate limit error. */
export type Rests = { readonly firstMs: number; readonly longestMs: number; readonly throttledMs?: number }

export type CircuitBreaker = {
  /** The kind of the failure that holds the breaker open; `null`: a request may be sent. */
  restingWith(nowMs: number): SourceErrorKind | null
  /** Records the start of a request. While half open, no second request is sent until this one has ended. */
  enter(nowMs: number): void
  succeeded(): void
  failed(kind: SourceErrorKind, nowMs: number, retryAfterMs: number | null): void
  health(nowMs: number): Omit<HostHealth, "host">
}

/**
 * Opens after three failures in a row. The open time doubles after each failed trial: by default from 60 s to 15 min.
 *
 * Requests that were in flight when the breaker opened do not lengthen the open time.
 * A geographic block lasts 6 h from the first failure, because a retry from the same address has the same result.
 */
export function createCircuitBreaker(rests: Rests = DEFAULT_RESTS): CircuitBreaker {
  let failures = 0
  let restMs = 0
  let restUntilMs = 0
  let restLengthMs = 0
  let onTrial = false
  let lastErrorKind: SourceErrorKind | null = null

  function rest(nowMs: number, lengthMs: number): void {
    restLengthMs = lengthMs
    restUntilMs = nowMs + lengthMs
  }

  /** A clock that is set back does not lengthen the open time. */
  function isResting(nowMs: number): boolean {
    restUntilMs = Math.min(restUntilMs, nowMs + restLengthMs)
    return nowMs < restUntilMs
  }

  function stateAt(nowMs: number): BreakerState {
    if (isResting(nowMs)) return lastErrorKind === "geo_block" ? "blocked" : "open"
    return restMs > 0 ? "half_open" : "closed"
  }

  return {
    restingWith: (nowMs) => (isResting(nowMs) ? (lastErrorKind ?? "network") : null),
    enter(nowMs) {
      if (stateAt(nowMs) !== "half_open") return
      onTrial = true
      rest(nowMs, restMs)
    },
    succeeded() {
      failures = 0
      restMs = 0
      restUntilMs = 0
      onTrial = false
      lastErrorKind = null
    },
    failed(kind, nowMs, retryAfterMs) {
      failures += 1
      const isLatecomer = isResting(nowMs) && !onTrial
      if (isLatecomer && kind !== "geo_block") return
      onTrial = false
      lastErrorKind = kind
      restMs = restAfter(kind, failures, restMs, rests)
      const askedMs = Math.min(retryAfterMs ?? 0, MAX_ASKED_MS)
      rest(nowMs, Math.max(restMs, askedMs))
    },
    health: (nowMs) => ({
      breaker: stateAt(nowMs),
      consecutiveFailures: failures,
      retryAtMs: isResting(nowMs) ? restUntilMs : null,
      lastErrorKind,
    }),
  }
}

function restAfter(kind: SourceErrorKind, failures: number, previousRestMs: number, rests: Rests): number {
  if (kind === "geo_block") return GEO_BLOCK_MS
  if (kind === "rate_limited" && rests.throttledMs !== undefined) return rests.throttledMs
  if (failures < FAILURES_TO_OPEN) return 0
  return previousRestMs === 0 ? rests.firstMs : Math.min(previousRestMs * 2, rests.longestMs)
}
