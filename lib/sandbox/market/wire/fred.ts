import { DAY_MS, isoDate } from "@/lib/domain/utc-day"
import { macroDays, type MacroSeries } from "@/lib/sandbox/market/series/macro"
import { easternTime, nextTradingDay } from "@/lib/sandbox/market/series/us-calendar"
import { json, text, type Responder, type ProviderRequest } from "./responder"

type Series = {
  readonly from: MacroSeries
  readonly write: (level: number) => string
  /** Whether a day's value is out: `dayMs` is its date. */
  readonly isPublished: (dayMs: number, nowMs: number) => boolean
}

const nextMorning = (dayMs: number, nowMs: number) => easternTime(dayMs + DAY_MS, 8.6) <= nowMs
/** The afternoon of the next day on which markets trade. */
const nextAfternoon = (dayMs: number, nowMs: number) => easternTime(nextTradingDay(dayMs), 16.25) <= nowMs
/** All of a week on the Monday after it. */
const nextMonday = (dayMs: number, nowMs: number) => {
  const daysToMonday = (8 - new Date(dayMs).getUTCDay()) % 7 || 7
  return easternTime(dayMs + daysToMonday * DAY_MS, 16.25) <= nowMs
}

const seriesOf: Readonly<Record<string, Series>> = {
  VIXCLS: { from: "vix", write: (points) => points.toFixed(2), isPublished: nextMorning },
  SP500: { from: "spx", write: (points) => points.toFixed(2), isPublished: nextMorning },
  DGS10: { from: "us10y", write: (pct) => pct.toFixed(2), isPublished: nextAfternoon },
  // The broad index follows the index of six currencies, with less movement and another base.
  DTWEXBGS: { from: "dxy", write: (level) => (120 * (level / 100) ** 0.75).toFixed(4), isPublished: nextMonday },
  // The yield of bills is below that of the ten-year note; this service only needs that it exists.
  DGS3MO: { from: "us10y", write: (pct) => Math.max(0.1, pct - 0.25).toFixed(2), isPublished: nextAfternoon },
  DCOILWTICO: { from: "oil", write: (usd) => usd.toFixed(2), isPublished: nextMonday },
}

/**
 * FRED's chart download: ISO dates of weekdays, one column for each id, empty on days without value.
 *
 * @see https://fred.stlouisfed.org/docs/api/fred/series_observations.html
 */
export const fred: Responder = (request) => {
  if (request.url.pathname !== "/graph/fredgraph.csv") return null
  const ids = (request.url.searchParams.get("id") ?? "").split(",")
  const columns = ids.map((id) => seriesOf[id])
  const known = columns.filter((column) => column !== undefined)
  if (known.length < columns.length) return text("<html><title>Error - St. Louis Fed</title></html>", "text/html", 404)
  const fromMs = firstDay(request, "cosd")
  const values = known.map((column) => publishedValues(request, column, fromMs))
  const lines = weekdays(fromMs, values).map((dayMs) =>
    [isoDate(dayMs), ...values.map((column) => column.get(dayMs) ?? "")].join(","),
  )
  return text(`${["observation_date," + ids.join(","), ...lines].join("\n")}\n`, "text/csv")
}

/** The same days from the keyed API: each value is text, and `.` on a weekday without a value. */
export const fredObservations: Responder = (request) => {
  const { pathname, searchParams } = request.url
  if (pathname !== "/fred/series/observations") return null
  if (!hasKey(request.url)) return badRequest("The value for variable api_key is not registered.")
  const series = seriesOf[searchParams.get("series_id") ?? ""]
  if (series === undefined) return badRequest("The series does not exist.")
  const fromMs = firstDay(request, "observation_start")
  const values = publishedValues(request, series, fromMs)
  const observations = weekdays(fromMs, [values]).map((dayMs) => ({
    realtime_start: isoDate(request.nowMs),
    realtime_end: isoDate(request.nowMs),
    date: isoDate(dayMs),
    value: values.get(dayMs) ?? ".",
  }))
  return json({ units: "lin", sort_order: "asc", count: observations.length, offset: 0, limit: 100_000, observations })
}

export function hasKey({ searchParams }: URL): boolean {
  return (searchParams.get("api_key") ?? "") !== ""
}

export function badRequest(why: string): Response {
  return json({ error_code: 400, error_message: `Bad Request.  ${why}` }, 400)
}

/** The day that a parameter names, or the beginning of the simulation. */
function firstDay({ market, url }: ProviderRequest, name: "cosd" | "observation_start"): number {
  const asked = Date.parse(url.searchParams.get(name) ?? "")
  return Math.max(market.genesisMs, Number.isNaN(asked) ? market.genesisMs : Math.floor(asked / DAY_MS) * DAY_MS)
}

/** Weekdays until the last one on which any of the series has a value. */
function weekdays(fromMs: number, series: readonly ReadonlyMap<number, string>[]): readonly number[] {
  const lastMs = Math.max(...series.map((values) => [...values.keys()].at(-1) ?? 0))
  const days: number[] = []
  for (let dayMs = fromMs; dayMs <= lastMs; dayMs += DAY_MS) {
    const weekday = new Date(dayMs).getUTCDay()
    if (weekday !== 0 && weekday !== 6) days.push(dayMs)
  }
  return days
}

/** Written values by day, ascending. */
function publishedValues(
  request: ProviderRequest,
  { from, write, isPublished }: Series,
  fromMs: number,
): ReadonlyMap<number, string> {
  const days = macroDays(request.market, from, { fromMs, nowMs: request.nowMs })
  const published = days.filter(({ dayMs }) => isPublished(dayMs, request.nowMs))
  return new Map(published.map(({ dayMs, close }) => [dayMs, write(close)]))
}
