import { z } from "zod"
import { CALENDAR_SOURCES, type CalendarFeed, type CalendarTable } from "@/lib/domain/calendar/calendar-entry"
import { endingTables } from "@/lib/domain/calendar/shipped-tables"
import type { Clock } from "@/lib/domain/clock"
import { inputLimits } from "@/lib/domain/freshness"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { createBeaSource } from "@/lib/market/sources/bea/client"
import { createBlsSource } from "@/lib/market/sources/bls/client"
import { createBlsDataSource } from "@/lib/market/sources/bls-data/client"
import { createDeribitSource } from "@/lib/market/sources/deribit/client"
import { createFedSource } from "@/lib/market/sources/fed/client"
import { createForexFactorySource } from "@/lib/market/sources/forexfactory/client"
import { createFredReleases } from "@/lib/market/sources/fred/releases"
import { createMempoolSource } from "@/lib/market/sources/mempool/client"
import type { CalendarList } from "@/lib/market/sources/wire/calendar-list"
import { createCachedFeed, type CachedFeed, type FeedStatus } from "./cached-feed"
import { permitted, type FeedPorts, type ManagedFeed, revisionOf } from "./feed-ports"
import { readIfHealthy } from "./read-if-healthy"
import { createSqlValueStore } from "./sql-value-store"

export type CalendarFeeds = ReturnType<typeof createCalendarFeeds>

/** Forecasts and the expected difficulty adjustment change. ForexFactory allows one request an hour. */
const FORECAST_MIN_INTERVAL_MS = 2 * HOUR_MS
/** BLS answers 25 requests a day from an address. */
const FIGURES_EVERY_MS = 12 * HOUR_MS

const Figures = z.object({ forecast: z.string().nullable(), previous: z.string().nullable() })

const StoredList = z.object({
  entries: z.array(
    z.object({
      title: z.string(),
      source: z.enum(CALENDAR_SOURCES),
      when: z.union([z.object({ atMs: z.number() }), z.object({ date: z.string(), time: z.string().nullable() })]),
      impact: z.enum(["high", "medium", "low"]).nullable(),
      figures: Figures.exactOptional(),
      notionalUsd: z.number().exactOptional(),
    }),
  ),
  untilMs: z.number(),
  isPartial: z.boolean().exactOptional(),
})

type ListFeed = CachedFeed<z.output<typeof StoredList>>

const StoredFigures = z.array(z.object({ kind: z.string(), measure: z.string(), month: z.string(), value: z.string() }))

type FiguresFeed = CachedFeed<z.output<typeof StoredFigures>>

/** The economic calendar: one feed per publisher, merged when it is read. */
export function createCalendarFeeds({ http, clock, store, keys, ...rights }: FeedPorts) {
  const ports = { http, clock }
  const sources = permitted(rights, [
    ...(keys.fred === null ? [] : [createFredReleases({ ...ports, apiKey: keys.fred })]),
    createFedSource(ports),
    createBlsSource(ports),
    createBeaSource(ports),
    createMempoolSource(ports),
    createDeribitSource(ports),
    createForexFactorySource(ports),
  ])
  const lists = sources.map((source) => {
    const { name } = source
    const minIntervalMs =
      name === "forexfactory" || name === "mempool" ? FORECAST_MIN_INTERVAL_MS : inputLimits.calendar.everyMs
    const feed: ListFeed = createCachedFeed({
      readers: [
        { name, read: () => toValue(source.calendar(), clock) },
        ...("fallbackCalendar" in source
          ? [{ name: `${name} (part)`, read: () => toValue(source.fallbackCalendar(), clock) }]
          : []),
      ],
      clock,
      maxAgeMs: inputLimits.calendar.maxAgeMs,
      minIntervalMs,
      // Yesterday's complete list is preferred to a partial list of today.
      graceMs: DAY_MS,
      isDue: (held, nowMs) => nowMs - held.fetchedAtMs >= minIntervalMs,
      store: createSqlValueStore(store, `calendar.${name}`, (json) => StoredList.parse(json)),
    })
    return { source: name, feed }
  })
  const figures = figuresFeed(permitted(rights, [createBlsDataSource(ports)]), { clock, store })
  const feeds = [...lists.map(({ feed }) => feed), figures]
  const calendar: CalendarFeed & ManagedFeed = {
    read: async () => {
      const [published, ...held] = await Promise.all([
        readIfHealthy(figures),
        ...lists.map(async (list) => ({ ...list, held: await readIfHealthy(list.feed) })),
      ])
      return toTable(held, published)
    },
    async refreshIfDue() {
      await Promise.all(feeds.map((feed) => feed.refreshIfDue()))
    },
    async reload() {
      await Promise.all(feeds.map((feed) => feed.reload()))
    },
    revision: () => revisionOf(feeds),
    status: () => ({
      ...toStatus(feeds.map((feed) => feed.status())),
      notice: endingTables(clock()).join("; ") || null,
    }),
  }
  return { calendar }
}

/** Published values of releases. A value is needed from the day after its release on. */
function figuresFeed(
  sources: readonly ReturnType<typeof createBlsDataSource>[],
  { clock, store }: Pick<FeedPorts, "clock" | "store">,
): FiguresFeed {
  const minIntervalMs = FIGURES_EVERY_MS
  return createCachedFeed({
    readers: sources.map((source) => ({
      name: source.name,
      read: async () => ({ value: [...(await source.figures())], asOfMs: clock() }),
    })),
    clock,
    maxAgeMs: inputLimits.calendar.maxAgeMs,
    minIntervalMs,
    isDue: (held, nowMs) => nowMs - held.fetchedAtMs >= minIntervalMs,
    store: createSqlValueStore(store, "calendar.figures", (json) => StoredFigures.parse(json)),
  })
}

/** A schedule has no timestamp, so `asOfMs` is the time of the request. */
async function toValue(list: Promise<CalendarList>, clock: Clock) {
  const { entries, untilMs, isPartial = false } = await list
  return { value: { entries: [...entries], untilMs, ...(isPartial && { isPartial }) }, asOfMs: clock() }
}

type ReadList = {
  readonly source: CalendarTable["publishers"][number]["source"]
  readonly held: Awaited<ReturnType<ListFeed["read"]>>
}

/** The age is that of the oldest list. */
function toTable(
  lists: readonly ReadList[],
  figures: Awaited<ReturnType<FiguresFeed["read"]>>,
): Sourced<CalendarTable> | null {
  const held = lists.map((list) => list.held).filter((list) => list !== null)
  if (held.length === 0) return null
  return {
    value: {
      entries: held.flatMap(({ value }) => value.entries),
      publishers: [
        ...lists.map((list) => ({
          source: list.source,
          isOk: list.held !== null,
          ...(list.held !== null && {
            asOfMs: list.held.asOfMs,
            untilMs: list.held.value.untilMs,
            isPartial: list.held.value.isPartial ?? false,
          }),
        })),
        { source: "bls-data", isOk: figures !== null, ...(figures !== null && { asOfMs: figures.asOfMs }) },
      ],
      figures: figures?.value ?? [],
    },
    asOfMs: Math.min(...held.map(({ asOfMs }) => asOfMs)),
    fetchedAtMs: Math.max(...held.map(({ fetchedAtMs }) => fetchedAtMs)),
    source: held.map(({ source }) => source).join("+"),
  }
}

/** Merged status: the age of the oldest list and the newest error. */
function toStatus(lists: readonly FeedStatus[]): FeedStatus {
  const fresh = lists.filter(({ isFresh }) => isFresh)
  const oldest = fresh.toSorted((a, b) => (b.ageMs ?? 0) - (a.ageMs ?? 0))[0]
  const faults = lists.flatMap(({ lastError }) => (lastError === null ? [] : [lastError]))
  return {
    source: fresh.map(({ source }) => source).join("+") || null,
    asOfMs: oldest?.asOfMs ?? null,
    ageMs: oldest?.ageMs ?? null,
    fetchedAtMs: oldest?.fetchedAtMs ?? null,
    isFresh: fresh.length > 0,
    lastError: faults.toSorted((a, b) => b.atMs - a.atMs)[0] ?? null,
  }
}
