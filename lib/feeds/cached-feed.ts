import type { Clock } from "@/lib/domain/clock"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { isSourceError, SourceUnavailableError, type SourceErrorKind } from "@/lib/sources/http/errors"

/** One provider of a value. `previous` is the value held, when this same provider gave it: read only what is new. */
export type Reader<T> = {
  readonly name: string
  read(previous: Sourced<T> | null): Promise<{ readonly value: T; readonly asOfMs: number }>
}

/** Where the last good value outlives the process. */
export type ValueStore<T> = {
  load(): Promise<Sourced<T> | null>
  save(held: Sourced<T>): Promise<void>
}

export type CachedFeedOptions<T> = {
  /** In order of preference. */
  readonly readers: readonly Reader<T>[]
  readonly clock: Clock
  /** A value whose content is older is unavailable. */
  readonly maxAgeMs: number
  /** No refresh starts sooner than this after the last one; after a failed one it need not be longer than 10 s. */
  readonly pauseMs: number
  /** Whether newer content may exist; unless told, it may whenever the pause is over. */
  readonly isDue?: (held: Sourced<T>, nowMs: number) => boolean
  readonly store?: ValueStore<T>
}

export type FeedError = {
  readonly source: string
  /** `internal`: a fault of ours, not of the provider. */
  readonly kind: SourceErrorKind | "internal"
  readonly atMs: number
}

const PAUSE_AFTER_FAILURE_MS = 10_000

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
  /** Brings the value up to date if newer content may exist. Never rejects. */
  refreshIfDue(): Promise<void>
  /** Takes what another process has stored since. Never rejects. */
  reload(): Promise<void>
  status(): FeedStatus
}

/**
 * Keeps one value fresh from an ordered list of providers.
 *
 * A read waits for a provider only when nothing fresh enough is held; a due value is renewed behind the read. Refreshes
 * collapse into one, a failing provider falls through to the next, and a failed refresh leaves the last good value.
 */
export function createCachedFeed<T>(options: CachedFeedOptions<T>): CachedFeed<T> {
  const { readers, clock, maxAgeMs, pauseMs, isDue = () => true, store } = options
  let held: Sourced<T> | null = null
  let lastError: FeedError | null = null
  let nextRefreshMs = Number.NEGATIVE_INFINITY
  let running: Promise<void> | null = null
  let loading: Promise<void> | null = null

  function isFresh(): boolean {
    return held !== null && clock() - held.asOfMs <= maxAgeMs
  }

  function noteError(source: string, error: unknown): void {
    lastError = { source, kind: isSourceError(error) ? error.kind : "internal", atMs: clock() }
  }

  async function load(): Promise<void> {
    try {
      const stored = (await store?.load()) ?? null
      const isKnown = stored !== null && readers.some((reader) => reader.name === stored.source)
      if (isKnown && stored.fetchedAtMs > (held?.fetchedAtMs ?? 0)) held = stored
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
    if (nowMs - asOfMs > maxAgeMs) {
      const message = `The newest content of ${reader.name} is ${Math.round((nowMs - asOfMs) / 1000)} s old.`
      throw new SourceUnavailableError({ kind: "stale", host: reader.name, message })
    }
    return { value, asOfMs, fetchedAtMs: nowMs, source: reader.name }
  }

  async function renew(): Promise<void> {
    nextRefreshMs = clock() + pauseMs
    for (const [rank, reader] of readers.entries()) {
      try {
        const renewed = await readFrom(reader)
        held = renewed
        if (rank === 0) lastError = null
        return await save(renewed)
      } catch (error) {
        noteError(reader.name, error)
      }
    }
    nextRefreshMs = clock() + Math.min(pauseMs, PAUSE_AFTER_FAILURE_MS)
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
      const refreshed = refreshIfDue()
      if (!isFresh()) await refreshed
      return isFresh() ? held : null
    },
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
