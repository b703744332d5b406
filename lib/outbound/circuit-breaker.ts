import { HOUR_MS } from "@/lib/domain/utc-day"
import type { SourceErrorKind } from "./errors"

const FAILURES_TO_OPEN = 3
export const DEFAULT_OPEN_DURATIONS: OpenDurations = { firstMs: 60_000, maxMs: 15 * 60_000 }
const GEO_BLOCK_MS = 6 * HOUR_MS
const MAX_RETRY_AFTER_MS = 6 * HOUR_MS

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

/** First and longest open time of the breaker. `afterRateLimitMs`: the open time after a rate limit error. */
export type OpenDurations = { readonly firstMs: number; readonly maxMs: number; readonly afterRateLimitMs?: number }

export type CircuitBreaker = {
  /** The kind of the failure that holds the breaker open; `null`: a request may be sent. */
  openReason(nowMs: number): SourceErrorKind | null
  /** Records the start of a request. While half open, no second request is sent until this one has ended. */
  started(nowMs: number): void
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
export function createCircuitBreaker(durations: OpenDurations = DEFAULT_OPEN_DURATIONS): CircuitBreaker {
  let failures = 0
  let openMs = 0
  let openUntilMs = 0
  let openLengthMs = 0
  let isTrialInFlight = false
  let lastErrorKind: SourceErrorKind | null = null

  function open(nowMs: number, lengthMs: number): void {
    openLengthMs = lengthMs
    openUntilMs = nowMs + lengthMs
  }

  /** A clock that is set back does not lengthen the open time. */
  function isOpen(nowMs: number): boolean {
    openUntilMs = Math.min(openUntilMs, nowMs + openLengthMs)
    return nowMs < openUntilMs
  }

  function stateAt(nowMs: number): BreakerState {
    if (isOpen(nowMs)) return lastErrorKind === "geo_block" ? "blocked" : "open"
    return openMs > 0 ? "half_open" : "closed"
  }

  return {
    openReason: (nowMs) => (isOpen(nowMs) ? (lastErrorKind ?? "network") : null),
    started(nowMs) {
      if (stateAt(nowMs) !== "half_open") return
      isTrialInFlight = true
      open(nowMs, openMs)
    },
    succeeded() {
      failures = 0
      openMs = 0
      openUntilMs = 0
      isTrialInFlight = false
      lastErrorKind = null
    },
    failed(kind, nowMs, retryAfterMs) {
      failures += 1
      const startedBeforeOpening = isOpen(nowMs) && !isTrialInFlight
      if (startedBeforeOpening && kind !== "geo_block") return
      isTrialInFlight = false
      lastErrorKind = kind
      openMs = openMsAfter(kind, failures, openMs, durations)
      const retryMs = Math.min(retryAfterMs ?? 0, MAX_RETRY_AFTER_MS)
      open(nowMs, Math.max(openMs, retryMs))
    },
    health: (nowMs) => ({
      breaker: stateAt(nowMs),
      consecutiveFailures: failures,
      retryAtMs: isOpen(nowMs) ? openUntilMs : null,
      lastErrorKind,
    }),
  }
}

function openMsAfter(
  kind: SourceErrorKind,
  failures: number,
  previousOpenMs: number,
  durations: OpenDurations,
): number {
  if (kind === "geo_block") return GEO_BLOCK_MS
  if (kind === "rate_limited" && durations.afterRateLimitMs !== undefined) return durations.afterRateLimitMs
  if (failures < FAILURES_TO_OPEN) return 0
  return previousOpenMs === 0 ? durations.firstMs : Math.min(previousOpenMs * 2, durations.maxMs)
}
