import type { Clock } from "@/lib/domain/clock"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { DAY_MS } from "@/lib/domain/utc-day"
import { isSourceError, SourceUnavailableError, type SourceErrorKind } from "@/lib/outbound/errors"
import { backOffMs, MIN_LIMIT_MS } from "./back-off"

/** One provider of a value. `previous` is this provider's last value, so that `read` can fetch only new content. */
export type Reader<T> = {
  readonly name: string
  read(previous: Sourced<T> | null): Promise<{ readonly value: T; readonly asOfMs: number }>
}

/** Persistent storage of the last good value. */
export type ValueStore<T> = {
  /**
   * The stored value; `null` if there is none or it was fetched at or before `newerThanMs`.
   *
   * @throws {UnreadableValueError} if its shape is not valid any more. It may be overwritten.
   */
  load(newerThanMs?: number): Promise<Sourced<T> | null>
  /** Does not overwrite a value that was fetched later. */
  save(current: Sourced<T>): Promise<void>
}

/** The stored value does not match the current schema. */
export class UnreadableValueError extends Error {
  override readonly name = "UnreadableValueError"
}

export type CachedFeedOptions<T> = {
  /** In order of preference. */
  readonly readers: readonly Reader<T>[]
  readonly clock: Clock
  /** A value whose content is older is unavailable. */
  readonly maxAgeMs: number
  /** No refresh starts sooner than this after the last one. */
  readonly minIntervalMs: number
  /** While the current value is younger than this, providers of lower preference are not asked. Default 0. */
  readonly graceMs?: number
  /** Whether newer content may exist. Default: whenever the minimum interval has passed. */
  readonly isDue?: (current: Sourced<T>, nowMs: number) => boolean
  readonly store?: ValueStore<T>
  /** In [0, 1), for the jitter of pauses after failures. */
  readonly random?: () => number
}

export type FeedError = {
  readonly source: string
  /** `internal`: an error in this service, not in the provider. */
  readonly kind: SourceErrorKind | "internal"
  readonly atMs: number
}

/** State of a feed for `/health`. `lastError` is `null` while the preferred provider serves. */
export type FeedStatus = {
  readonly source: string | null
  readonly asOfMs: number | null
  readonly ageMs: number | null
  readonly fetchedAtMs: number | null
  readonly isFresh: boolean
  /** Age above which the value is not sold; absent where parts of the feed have different limits. */
  readonly maxAgeMs?: number
  readonly lastError: FeedError | null
  /** No provider is configured, or none is allowed by the profile. */
  readonly isDisabled?: boolean
  /** The content that is missing in the fresh value, as text. */
  readonly missing?: string | null
  /** What an operator should know while the feed works, as text. */
  readonly notice?: string | null
}

export type CachedFeed<T> = {
  /** The current value, or `null` if it is older than its maximum age. Never rejects. */
  read(): Promise<Sourced<T> | null>
  /** The current value without waiting. */
  peek(): Sourced<T> | null
  /** Refreshes the value if newer content may exist. Never rejects. */
  refreshIfDue(): Promise<void>
  /** Loads a newer value that another process has stored. Never rejects. */
  reload(): Promise<void>
  status(): FeedStatus
  /** Increases with every new value in this process. Callers may cache derived data by it. */
  revision(): number
}

/** A preferred provider takes over again unless its content is older by this much. */
const SESSION_MS = DAY_MS

/**
 * Keeps one value fresh from an ordered list of providers.
 *
 * `read` asks a provider only when there is no fresh value. `refreshIfDue` renews the value; one of the processes that
 * share the store calls it. Concurrent refreshes are merged. A failing provider falls through to the next one. When all
 * fail, the last good value stays and the feed backs off. A fresh value is not replaced by older content, nor within
 * `graceMs` by a provider of lower preference.
 */
export function createCachedFeed<T>(options: CachedFeedOptions<T>): CachedFeed<T> {
  const {
    readers,
    clock,
    maxAgeMs,
    minIntervalMs,
    graceMs = 0,
    isDue = () => true,
    store,
    random = Math.random,
  } = options
  const lastBySource = new Map<string, Sourced<T>>()
  let current: Sourced<T> | null = null
  let revision = 0
  let lastError: FeedError | null = null
  let nextRefreshMs = Number.NEGATIVE_INFINITY
  let failures = 0
  let running: Promise<void> | null = null
  let loading: Promise<void> | null = null
  /** The store is not written before it was read once. */
  let isLoaded = store === undefined

  function isFresh(): boolean {
    return current !== null && Math.abs(clock() - current.asOfMs) <= maxAgeMs
  }

  function peek(): Sourced<T> | null {
    return isFresh() ? current : null
  }

  function recordError(source: string, error: unknown): void {
    lastError = { source, kind: isSourceError(error) ? error.kind : "internal", atMs: clock() }
  }

  function rankOf(value: Sourced<T> | null): number {
    return readers.findIndex((reader) => reader.name === value?.source)
  }

  /** Fetch time of the current value. A time in the future (the clock was set back) is ignored. */
  function currentFetchedAtMs(): number | undefined {
    return current === null || current.fetchedAtMs > clock() ? undefined : current.fetchedAtMs
  }

  function setCurrent(value: Sourced<T>): void {
    current = value
    revision += 1
  }

  async function load(): Promise<void> {
    try {
      const stored = (await store?.load(isLoaded ? currentFetchedAtMs() : undefined)) ?? null
      if (lastError?.source === "store") lastError = null
      const rank = rankOf(stored)
      // The provider continues from the stored value.
      if (!isLoaded && stored !== null && rank >= 0) lastBySource.set(stored.source, stored)
      isLoaded = true
      if (stored === null || rank < 0 || stored.fetchedAtMs <= (currentFetchedAtMs() ?? 0)) return
      // The same value, seen with a clock that lags behind the writer's clock.
      if (stored.fetchedAtMs === current?.fetchedAtMs && stored.source === current.source) return
      setCurrent(stored)
      lastBySource.set(stored.source, stored)
      // The minimum interval applies across processes, but only if the preferred provider served.
      if (rank === 0) nextRefreshMs = Math.max(nextRefreshMs, Math.min(stored.fetchedAtMs, clock()) + minIntervalMs)
    } catch (error) {
      isLoaded ||= error instanceof UnreadableValueError
      recordError("store", error)
    }
  }

  async function save(value: Sourced<T>): Promise<void> {
    try {
      if (!isLoaded) throw new Error("What is stored could not be read: it is not written over.")
      await store?.save(value)
    } catch (error) {
      recordError("store", error)
    }
  }

  async function readFrom(reader: Reader<T>): Promise<Sourced<T>> {
    const { value, asOfMs } = await reader.read(lastBySource.get(reader.name) ?? null)
    const nowMs = clock()
    // Content dated far ahead comes from a wrong clock. It is rejected like old content.
    if (Math.abs(nowMs - asOfMs) > maxAgeMs) {
      throw staleError(reader, `is ${Math.round((nowMs - asOfMs) / 1000)} s old`)
    }
    const read = { value, asOfMs: Math.min(asOfMs, nowMs), fetchedAtMs: nowMs, source: reader.name }
    // Kept even if rejected below, so that the provider continues from it.
    lastBySource.set(reader.name, read)
    if (isBehind(read)) throw staleError(reader, "is older than what is current")
    return read
  }

  /** How much older the content is than the current fresh value; 0 if the current value is dated in the future. */
  function behindMs({ asOfMs }: Sourced<T>): number {
    return current === null || !isFresh() || current.asOfMs > clock() ? 0 : current.asOfMs - asOfMs
  }

  /** Whether the current value of another provider must stay. */
  function isBehind(read: Sourced<T>): boolean {
    if (current?.source === read.source) return false
    return rankOf(read) < rankOf(current) ? behindMs(read) >= SESSION_MS : behindMs(read) > 0
  }

  function isInGrace(rank: number): boolean {
    return current !== null && isFresh() && rank > rankOf(current) && Math.abs(clock() - current.fetchedAtMs) < graceMs
  }

  async function renew(): Promise<void> {
    nextRefreshMs = clock() + minIntervalMs
    if (!isLoaded) await load()
    for (const [rank, reader] of readers.entries()) {
      if (isInGrace(rank)) break
      try {
        const [before, renewed] = [current, await readFrom(reader)]
        failures = 0
        if (rank === 0) lastError = null
        // The provider answered from a cache that lags behind its previous answer.
        if (current?.source === renewed.source && behindMs(renewed) > 0) return
        setCurrent(renewed)
        return isSame(before, renewed) ? undefined : await save(renewed)
      } catch (error) {
        recordError(reader.name, error)
      }
    }
    failures += 1
    nextRefreshMs = clock() + backOffMs(failures, minIntervalMs, random)
  }

  function refresh(): Promise<void> {
    running ??= renew().finally(() => {
      running = null
    })
    return running
  }

  /** A wait that ends later than the longest possible wait started before the clock was set back. */
  function isPausing(nowMs: number): boolean {
    return nowMs < nextRefreshMs && nextRefreshMs - nowMs <= Math.max(minIntervalMs, MIN_LIMIT_MS)
  }

  async function refreshIfDue(): Promise<void> {
    await (loading ??= load())
    const nowMs = clock()
    if (running !== null) return running
    const isKnown = current !== null && isFresh() && current.fetchedAtMs <= nowMs && !isDue(current, nowMs)
    return isKnown || isPausing(nowMs) ? undefined : refresh()
  }

  return {
    refreshIfDue,
    reload: load,
    async read() {
      await (loading ??= load())
      if (!isFresh()) await refreshIfDue()
      return peek()
    },
    peek,
    revision: () => revision,
    status: () => ({
      source: current?.source ?? null,
      asOfMs: current?.asOfMs ?? null,
      ageMs: current === null ? null : clock() - current.asOfMs,
      fetchedAtMs: current?.fetchedAtMs ?? null,
      isFresh: isFresh(),
      maxAgeMs,
      lastError,
      isDisabled: readers.length === 0,
    }),
  }
}

/** Whether nothing changed, so that the store need not be written. */
function isSame<T>(one: Sourced<T> | null, other: Sourced<T>): boolean {
  return one?.value === other.value && one.asOfMs === other.asOfMs && one.source === other.source
}

function staleError({ name }: { readonly name: string }, what: string): SourceUnavailableError {
  return new SourceUnavailableError({ kind: "stale", host: name, message: `The newest content of ${name} ${what}.` })
}
