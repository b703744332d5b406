import type { Clock, Sleep } from "@/lib/domain/clock"
import { createCircuitBreaker, type CircuitBreaker, type HostHealth } from "./circuit-breaker"
import { isSourceError, sourceError, SourceUnavailableError, type SourceErrorKind } from "./errors"
import { DEFAULT_LIMIT, HOST_LIMITS, HOST_RESTS, SHARED_QUOTAS } from "./host-rate-limits"
import { createTokenBucket, type HostLimit, type TokenBucket } from "./token-bucket"

/** A request that would wait longer than this in the queue is rejected at once. */
const MAX_QUEUE_MS = 30_000

/** Kinds that do not count as failures of the host: a wrong request, or an unexpected shape of one answer. */
const NOT_COUNTED: ReadonlySet<SourceErrorKind> = new Set(["not_found", "schema"])

export type HostGate = {
  /** Waits in the queue of the host. Rejects when the wait would be longer than `patienceMs`. */
  turn(host: string, patienceMs?: number): Promise<void>
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

  function refuseWhileResting(host: string, breaker: CircuitBreaker): void {
    const kind = breaker.restingWith(clock())
    if (kind !== null) throw sourceError({ kind, host, message: `${host} is resting after a failure (${kind}).` })
  }

  async function turn(host: string, patienceMs = MAX_QUEUE_MS): Promise<void> {
    const quota = SHARED_QUOTAS[host] ?? host
    const bucket = getOrAdd(buckets, quota, () => createTokenBucket(limits[quota] ?? DEFAULT_LIMIT))
    if (bucket.waitMs(clock()) > patienceMs) {
      throw new SourceUnavailableError({ kind: "rate_limited", host, message: `Too many requests wait for ${host}.` })
    }
    const waitMs = bucket.take(clock())
    if (waitMs > 0) await sleep(waitMs)
  }

  async function guard<T>(host: string, work: () => Promise<T>): Promise<T> {
    const breaker = getOrAdd(breakers, host, () => createCircuitBreaker(HOST_RESTS[host]))
    refuseWhileResting(host, breaker)
    await turn(host)
    refuseWhileResting(host, breaker)
    breaker.enter(clock())
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
    turn,
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
