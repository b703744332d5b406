import type { Clock, Sleep } from "@/lib/domain/clock"
import { createCircuitBreaker, type CircuitBreaker, type HostHealth } from "./circuit-breaker"
import { isSourceError, sourceError, SourceUnavailableError, type SourceErrorKind } from "./errors"
import { DEFAULT_LIMIT, HOST_LIMITS, HOST_OPEN_DURATIONS, SHARED_QUOTAS } from "./host-rate-limits"
import { createTokenBucket, type HostLimit, type TokenBucket } from "./token-bucket"

/** A request that would wait longer than this in the queue is rejected at once. */
const MAX_QUEUE_MS = 30_000

/** Kinds that do not count as failures of the host: a wrong request, or an unexpected shape of one answer. */
const NOT_COUNTED: ReadonlySet<SourceErrorKind> = new Set(["not_found", "schema"])

export type HostGate = {
  /** Waits in the queue of the host. Rejects when the wait would be longer than `maxWaitMs`. */
  waitForTurn(host: string, maxWaitMs?: number): Promise<void>
  /** Runs `work` unless the breaker is open, and records the result. */
  guard<T>(host: string, work: () => Promise<T>): Promise<T>
  health(): readonly HostHealth[]
}

type Ports = {
  readonly clock: Clock
  readonly sleep: Sleep
  readonly limits?: Readonly<Record<string, HostLimit>> | undefined
}

/** One limiter and one circuit breaker per host, in this process. */
export function createHostGate({ clock, sleep, limits = HOST_LIMITS }: Ports): HostGate {
  const buckets = new Map<string, TokenBucket>()
  const breakers = new Map<string, CircuitBreaker>()

  function rejectWhileOpen(host: string, breaker: CircuitBreaker): void {
    const kind = breaker.openReason(clock())
    if (kind !== null)
      throw sourceError({
        kind,
        host,
        message: `${host} gets no requests for a while, because its last request failed (${kind}).`,
      })
  }

  async function turn(host: string, maxWaitMs = MAX_QUEUE_MS): Promise<void> {
    const quota = SHARED_QUOTAS[host] ?? host
    const bucket = getOrAdd(buckets, quota, () => createTokenBucket(limits[quota] ?? DEFAULT_LIMIT))
    if (bucket.waitMs(clock()) > maxWaitMs) {
      throw new SourceUnavailableError({ kind: "rate_limited", host, message: `Too many requests wait for ${host}.` })
    }
    const waitMs = bucket.take(clock())
    if (waitMs > 0) await sleep(waitMs)
  }

  async function guard<T>(host: string, work: () => Promise<T>): Promise<T> {
    const breaker = getOrAdd(breakers, host, () => createCircuitBreaker(HOST_OPEN_DURATIONS[host]))
    rejectWhileOpen(host, breaker)
    await turn(host)
    rejectWhileOpen(host, breaker)
    breaker.started(clock())
    try {
      const result = await work()
      breaker.succeeded()
      return result
    } catch (error) {
      if (!isSourceError(error) || NOT_COUNTED.has(error.kind)) breaker.succeeded()
      else breaker.failed(error.kind, clock(), "retryAfterMs" in error ? error.retryAfterMs : null)
      throw error
    }
  }

  return {
    waitForTurn: turn,
    guard,
    health: () => [...breakers].map(([host, breaker]) => ({ host, ...breaker.health(clock()) })),
  }
}

function getOrAdd<V>(map: Map<string, V>, key: string, create: () => V): V {
  const known = map.get(key)
  if (known !== undefined) return known
  const created = create()
  map.set(key, created)
  return created
}
