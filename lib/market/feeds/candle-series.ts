import type { Clock } from "@/lib/domain/clock"
import { inputLimits } from "@/lib/domain/freshness"
import { intervalMs, openTimeOf, type Candle, type Interval } from "@/lib/domain/market/candle"
import type { Candles } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import { LOOKBACK } from "@/lib/domain/signals/market-view"
import { REPLAY_MS } from "@/lib/domain/track-record/sealed-signal"
import { DAY_MS } from "@/lib/domain/utc-day"
import { SourceUnavailableError } from "@/lib/outbound/errors"
import { closedCandles } from "@/lib/market/sources/wire/candle-page"
import { createCachedFeed, type CachedFeed, type Reader } from "./cached-feed"
import type { CandleSource } from "./candle-source"
import type { CandleStore } from "./candle-store"

/**
 * Candles kept per series: the look-back of the first replayed call plus one day. Daily candles cover one year plus 300 days
 * of warm-up.
 */
export const windowCandles = {
  "1h": LOOKBACK.hours + (REPLAY_MS + DAY_MS) / intervalMs["1h"],
  "4h": LOOKBACK.fourHours + (REPLAY_MS + DAY_MS) / intervalMs["4h"],
  "1d": 700,
} as const satisfies Record<Interval, number>

/** A provider with a shorter history is skipped: volatility needs 50 days of hourly candles. */
export const minCandles = { "1h": 50 * 24, "4h": 1, "1d": 1 } as const satisfies Record<Interval, number>

/** Providers list a candle a few seconds after its close. */
const SETTLE_MS = 10_000

/** A provider without a new candle this long after a close is skipped. */
const LATE_MS = 2 * 60_000

type SeriesOptions = {
  readonly coin: Coin
  readonly interval: Interval
  readonly sources: readonly CandleSource[]
  readonly clock: Clock
  readonly store: CandleStore | undefined
}

/**
 * One series of closed candles. A new provider reads the whole window again. When all of these fail, a provider with a shorter
 * history continues the series of another one, under a name that says so.
 */
export function createCandleSeries(options: SeriesOptions): CachedFeed<readonly Candle[]> {
  const { coin, interval, sources, clock, store } = options
  const warm: { newest: Candles | null } = { newest: null }
  const whole = sources.filter((source) => hasEnoughDepth(source, interval))
  const short = sources.filter((source) => !hasEnoughDepth(source, interval))
  return createCachedFeed({
    readers: [
      ...whole.map((source) => remembering(seriesReader(source, options), warm)),
      ...short.map((source) => continuing(seriesReader(source, options), warm)),
    ],
    clock,
    maxAgeMs: inputLimits[interval].maxAgeMs,
    minIntervalMs: SETTLE_MS,
    isDue: ({ asOfMs }, nowMs) => asOfMs < openTimeOf(nowMs - SETTLE_MS, interval),
    ...(store && {
      store: {
        load: (newerThanMs) => store.load(coin, interval, newerThanMs),
        save: (series) => store.save(coin, interval, series),
      },
    }),
  })
}

/** Keeps the newest series of any provider. */
function remembering(reader: Reader<readonly Candle[]>, warm: { newest: Candles | null }): Reader<readonly Candle[]> {
  return {
    name: reader.name,
    read(previous) {
      if (previous !== null && previous.asOfMs > (warm.newest?.asOfMs ?? 0)) warm.newest = previous
      return reader.read(previous)
    },
  }
}

/** Reads what comes after the newest series that another provider gave. */
function continuing(reader: Reader<readonly Candle[]>, warm: { newest: Candles | null }): Reader<readonly Candle[]> {
  return {
    name: `${reader.name} after others`,
    async read(previous) {
      const before = (previous?.asOfMs ?? 0) >= (warm.newest?.asOfMs ?? 0) ? previous : warm.newest
      if (before !== null) return reader.read(before)
      const message = `${reader.name} knows candles for too short a time to start with.`
      throw new SourceUnavailableError({ kind: "stale", host: reader.name, message })
    },
  }
}

/** Whether the provider keeps enough candles for the interval. */
export function hasEnoughDepth({ maxCandles = Number.POSITIVE_INFINITY }: CandleSource, interval: Interval): boolean {
  return maxCandles >= minCandles[interval]
}

function seriesReader(source: CandleSource, { coin, interval, clock }: SeriesOptions): Reader<readonly Candle[]> {
  return {
    name: source.name,
    async read(previous: Candles | null) {
      const toMs = openTimeOf(clock(), interval)
      const windowStartMs = toMs - windowCandles[interval] * intervalMs[interval]
      const isInWindow = ({ openTimeMs }: Candle) => openTimeMs >= windowStartMs && openTimeMs < toMs
      const known = previous?.value.filter(isInWindow) ?? []
      const lastKnown = known.at(-1)
      const fromMs = lastKnown === undefined ? windowStartMs : lastKnown.openTimeMs + intervalMs[interval]
      // Includes the open candle, which proves that the previous one is closed.
      const range = { fromMs, toMs: toMs + intervalMs[interval] }
      const page = fromMs < toMs ? await source.candles(coin, interval, range) : NOTHING
      const added = closedCandles(page, interval).filter(({ openTimeMs }) => openTimeMs < toMs)
      const isUnchanged = added.length === 0 && known.length === previous?.value.length
      const value = isUnchanged ? previous.value : [...known, ...added]
      const last = value.at(-1)
      if (last === undefined) {
        const message = `${source.name} has no ${interval} candles of ${coin}.`
        throw new SourceUnavailableError({ kind: "stale", host: source.name, message })
      }
      // A first reading is accepted as it is, because no provider may have the candle.
      if (isUnchanged && last.openTimeMs + intervalMs[interval] < toMs && clock() - toMs >= LATE_MS) {
        const message = `${source.name} does not list the newest ${interval} candle of ${coin}.`
        throw new SourceUnavailableError({ kind: "stale", host: source.name, message })
      }
      const span = Math.round((toMs - (value[0]?.openTimeMs ?? toMs)) / intervalMs[interval])
      if (span < minCandles[interval]) {
        const message = `${source.name} knows ${interval} candles of ${coin} for too short a time.`
        throw new SourceUnavailableError({ kind: "stale", host: source.name, message })
      }
      return { value, asOfMs: last.openTimeMs + intervalMs[interval] }
    },
  }
}

const NOTHING = { candles: [], newestOpenMs: null } as const
