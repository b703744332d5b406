import type { Clock } from "@/lib/domain/clock"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { DAY_MS } from "@/lib/domain/utc-day"
import { isSourceError, SourceUnavailableError, type SourceErrorKind } from "@/lib/outbound/errors"
import { backOffMs, MIN_LIMIT_MS } from "./back-off"

/** One provider of a value. `previous` is what this same provider gave last: read only what is new. */
export type Reader<T> = {
  readonly name: string
  read(previous: Sourced<T> | null): Promise<{ readonly value: T; readonly asOfMs: number }>
}

/** Where the last good value outlives the process. */
export type ValueStore<T> = {
  /**
   * What was stored; `null` also when it was fetched no later than `newerThanMs`, so that nothing is read in vain.
   *
   * @throws {UnreadableValueError} where it no longer fits: nothing is lost when it is written over
   */
  load(newerThanMs?: number): Promise<Sourced<T> | null>
  /** A value that was fetched later stays. */
  save(current: Sourced<T>): Promise<void>
}

/** What is stored is of another shape than is read now. */
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
  /** While the value held was fetched no longer ago, no provider after its own is asked. None unless told. */
  readonly graceMs?: number
  /** Whether newer content may exist; unless told, it may whenever the pause is over. */
  readonly isDue?: (current: Sourced<T>, nowMs: number) => boolean
  readonly store?: ValueStore<T>
  /** In [0, 1), for the jitter of pauses after failures. */
  readonly random?: () => number
}

export type FeedError = {
  readonly source: string
  /** `internal`: a fault of ours, not of the provider. */
  readonly kind: SourceErrorKind | "internal"
  readonly atMs: number
}

/** What `/health` may say about a feed. `lastError` is `null` while the preferred provider serves. */
export type FeedStatus = {
  readonly source: string | null
  readonly asOfMs: number | null
  readonly ageMs: number | null
  readonly fetchedAtMs: number | null
  readonly isFresh: boolean
  readonly lastError: FeedError | null
  /** No provider is configured, or allowed by the profile: nothing is wrong, and nothing will come. */
  readonly isDisabled?: boolean
  /** What the value held is without although it is fresh, in words. */
  readonly missing?: string | null
}

export type CachedFeed<T> = {
  /** The freshest value known, or `null` when none is within its maximum age. Never rejects. */
  read(): Promise<Sourced<T> | null>
  /** What `read` would answer without waiting for anything. */
  peek(): Sourced<T> | null
  /** Brings the value up to date if newer content may exist. Never rejects. */
  refreshIfDue(): Promise<void>
  /** Takes what another process has stored since. Never rejects. */
  reload(): Promise<void>
  status(): FeedStatus
  /** Rises whenever a value is taken, in this process alone: while it stands, what is made of the feed is the same. */
  revision(): number
}

/** A provider before the one that serves takes its place back, unless it is behind by a trading day. */
const SESSION_MS = DAY_MS

/**
 * Keeps one value fresh from an ordered list of providers.
 *
 * A read asks a provider only when nothing fresh enough is held: renewing what is due is the work of whoever calls
 * `refreshIfDue`, in one process of all that share the store. Refreshes collapse into one, a failing provider falls
 * through to the next, and a refresh that none answers leaves the last good value and backs off. What is fresh gives
 * way to nothing older, and for `graceMs` to no provider after its own.
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
  /** Until the store has once said what it holds, nothing is written over it. */
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

  /** When the value held was fetched. One from before the clock was set back does not outdo what was fetched since. */
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
      // Told late: what is new is read on top of it, as it would have been.
      if (!isLoaded && stored !== null && rank >= 0) lastBySource.set(stored.source, stored)
      isLoaded = true
      if (stored === null || rank < 0 || stored.fetchedAtMs <= (currentFetchedAtMs() ?? 0)) return
      // Seen again by a clock that is behind the one of who stored it.
      if (stored.fetchedAtMs === current?.fetchedAtMs && stored.source === current.source) return
      setCurrent(stored)
      lastBySource.set(stored.source, stored)
      // Its pause counts for every process; the preferred provider is asked at once where another one had to serve.
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
    // What is dated far ahead comes from a clock that is off, and is as little worth as what is too old.
    if (Math.abs(nowMs - asOfMs) > maxAgeMs) {
      throw staleError(reader, `is ${Math.round((nowMs - asOfMs) / 1000)} s old`)
    }
    const read = { value, asOfMs: Math.min(asOfMs, nowMs), fetchedAtMs: nowMs, source: reader.name }
    // Whatever becomes of it here, its provider goes on from there.
    lastBySource.set(reader.name, read)
    if (isBehind(read)) throw staleError(reader, "is older than what is current")
    return read
  }

  /** How much older than what is held, where that is fresh and not dated ahead by a clock that was set back since. */
  function behindMs({ asOfMs }: Sourced<T>): number {
    return current === null || !isFresh() || current.asOfMs > clock() ? 0 : current.asOfMs - asOfMs
  }

  /** Whether another provider's value stays. */
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
        // A cache of the provider's that is behind the one that was asked before has nothing new.
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

  /** A pause that ends further ahead than any lasts began before the clock was set back. */
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
      lastError,
      isDisabled: readers.length === 0,
    }),
  }
}

/** Whether it is the very value, of the same moment: what stands still is not written again and again. */
function isSame<T>(one: Sourced<T> | null, other: Sourced<T>): boolean {
  return one?.value === other.value && one.asOfMs === other.asOfMs && one.source === other.source
}

function staleError({ name }: { readonly name: string }, what: string): SourceUnavailableError {
  return new SourceUnavailableError({ kind: "stale", host: name, message: `The newest content of ${name} ${what}.` })
}
