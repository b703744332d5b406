import type { Clock } from "@/lib/domain/clock"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { isSourceError, SourceUnavailableError, type SourceErrorKind } from "@/lib/outbound/errors"
import { backOffMs } from "./back-off"

/** One provider of a value. `previous` is the value held, when this same provider gave it: read only what is new. */
export type Reader<T> = {
  readonly name: string
  read(previous: Sourced<T> | null): Promise<{ readonly value: T; readonly asOfMs: number }>
}

/** Where the last good value outlives the process. */
export type ValueStore<T> = {
  /** What was stored; `null` also when it was fetched no later than `newerThanMs`, so that nothing is read in vain. */
  load(newerThanMs?: number): Promise<Sourced<T> | null>
  /** A value that was fetched later stays. */
  save(held: Sourced<T>): Promise<void>
}

export type CachedFeedOptions<T> = {
  /** In order of preference. */
  readonly readers: readonly Reader<T>[]
  readonly clock: Clock
  /** A value whose content is older is unavailable. */
  readonly maxAgeMs: number
  /** No refresh starts sooner than this after the last one. */
  readonly pauseMs: number
  /** Whether newer content may exist; unless told, it may whenever the pause is over. */
  readonly isDue?: (held: Sourced<T>, nowMs: number) => boolean
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
  readonly isOff?: boolean
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
}

/**
 * Keeps one value fresh from an ordered list of providers.
 *
 * A read asks a provider only when nothing fresh enough is held: renewing what is due is the work of whoever calls
 * `refreshIfDue`, in one process of all that share the store. Refreshes collapse into one, a failing provider falls
 * through to the next, and a refresh that none answers leaves the last good value and backs off.
 */
export function createCachedFeed<T>(options: CachedFeedOptions<T>): CachedFeed<T> {
  const { readers, clock, maxAgeMs, pauseMs, isDue = () => true, store, random = Math.random } = options
  let held: Sourced<T> | null = null
  let lastError: FeedError | null = null
  let nextRefreshMs = Number.NEGATIVE_INFINITY
  let failures = 0
  let running: Promise<void> | null = null
  let loading: Promise<void> | null = null

  function isFresh(): boolean {
    return held !== null && clock() - held.asOfMs <= maxAgeMs
  }

  function peek(): Sourced<T> | null {
    return isFresh() ? held : null
  }

  function noteError(source: string, error: unknown): void {
    lastError = { source, kind: isSourceError(error) ? error.kind : "internal", atMs: clock() }
  }

  async function load(): Promise<void> {
    try {
      const stored = (await store?.load(held?.fetchedAtMs)) ?? null
      if (lastError?.source === "store") lastError = null
      const rank = readers.findIndex((reader) => reader.name === stored?.source)
      if (stored === null || rank < 0 || stored.fetchedAtMs <= (held?.fetchedAtMs ?? 0)) return
      held = stored
      // Its pause counts for every process; the preferred provider is asked at once where another one had to serve.
      if (rank === 0) nextRefreshMs = Math.max(nextRefreshMs, Math.min(stored.fetchedAtMs, clock()) + pauseMs)
    } catch (error) {
      noteError("store", error)
    }
  }

  async function save(value: Sourced<T>): Promise<void> {
    try {
      await store?.save(value)
    } catch (error) {
      noteError("store", error)
    }
  }

  async function readFrom(reader: Reader<T>): Promise<Sourced<T>> {
    const previous = held?.source === reader.name ? held : null
    const { value, asOfMs } = await reader.read(previous)
    const nowMs = clock()
    // What is dated far ahead comes from a clock that is off, and is as little worth as what is too old.
    if (Math.abs(nowMs - asOfMs) > maxAgeMs) {
      const message = `The newest content of ${reader.name} is ${Math.round((nowMs - asOfMs) / 1000)} s old.`
      throw new SourceUnavailableError({ kind: "stale", host: reader.name, message })
    }
    return { value, asOfMs: Math.min(asOfMs, nowMs), fetchedAtMs: nowMs, source: reader.name }
  }

  async function renew(): Promise<void> {
    nextRefreshMs = clock() + pauseMs
    for (const [rank, reader] of readers.entries()) {
      try {
        const renewed = await readFrom(reader)
        held = renewed
        failures = 0
        if (rank === 0) lastError = null
        return await save(renewed)
      } catch (error) {
        noteError(reader.name, error)
      }
    }
    failures += 1
    nextRefreshMs = clock() + backOffMs(failures, pauseMs, random)
  }

  function refresh(): Promise<void> {
    running ??= renew().finally(() => {
      running = null
    })
    return running
  }

  async function refreshIfDue(): Promise<void> {
    await (loading ??= load())
    const nowMs = clock()
    if (running !== null) return running
    if (nowMs < nextRefreshMs || (held !== null && isFresh() && !isDue(held, nowMs))) return undefined
    return refresh()
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
    status: () => ({
      source: held?.source ?? null,
      asOfMs: held?.asOfMs ?? null,
      ageMs: held === null ? null : clock() - held.asOfMs,
      fetchedAtMs: held?.fetchedAtMs ?? null,
      isFresh: isFresh(),
      lastError,
      isOff: readers.length === 0,
    }),
  }
}
