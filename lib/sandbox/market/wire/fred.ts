import { DAY_MS } from "@/lib/domain/utc-day"
import { macroDays, type MacroSeries } from "@/lib/sandbox/market/series/macro"
import { easternTime, nextTradingDay } from "@/lib/sandbox/market/series/us-calendar"
import { text, type Responder, type Scene } from "./responder"

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
  // The broad index moves with the one of six currencies, more calmly, from another base.
  DTWEXBGS: { from: "dxy", write: (level) => (120 * (level / 100) ** 0.75).toFixed(4), isPublished: nextMonday },
  // Bills follow the ten-year note from below; what matters here is that they have a yield.
  DGS3MO: { from: "us10y", write: (pct) => Math.max(0.1, pct - 0.25).toFixed(2), isPublished: nextAfternoon },
  DCOILWTICO: { from: "oil", write: (usd) => usd.toFixed(2), isPublished: nextMonday },
}

/**
 * FRED's chart download: ISO dates of weekdays, one column for each id, empty on days without value.
 *
 * @see https://fred.stlouisfed.org/docs/api/fred/series_observations.html
 */
export const fred: Responder = (scene) => {
  if (scene.url.pathname !== "/graph/fredgraph.csv") return null
  const ids = (scene.url.searchParams.get("id") ?? "").split(",")
  const columns = ids.map((id) => seriesOf[id])
  const known = columns.filter((column) => column !== undefined)
  if (known.length < columns.length) return text("<html><title>Error - St. Louis Fed</title></html>", "text/html", 404)
  const values = known.map((column) => publishedValues(scene, column))
  const lastMs = Math.max(...values.map((column) => [...column.keys()].at(-1) ?? 0))
  const lines = ["observation_date," + ids.join(",")]
  for (let dayMs = firstDay(scene); dayMs <= lastMs; dayMs += DAY_MS) {
    const weekday = new Date(dayMs).getUTCDay()
    if (weekday === 0 || weekday === 6) continue
    const date = new Date(dayMs).toISOString().slice(0, 10)
    lines.push([date, ...values.map((column) => column.get(dayMs) ?? "")].join(","))
  }
  return text(`${lines.join("\n")}\n`, "text/csv")
}

/** `cosd`, or the beginning of the world. */
function firstDay({ world, url }: Scene): number {
  const asked = Date.parse(url.searchParams.get("cosd") ?? "")
  return Math.max(world.genesisMs, Number.isNaN(asked) ? world.genesisMs : Math.floor(asked / DAY_MS) * DAY_MS)
}

/** Written values by day, ascending. */
function publishedValues(scene: Scene, { from, write, isPublished }: Series): ReadonlyMap<number, string> {
  const days = macroDays(scene.world, from, { fromMs: firstDay(scene), nowMs: scene.nowMs })
  const published = days.filter(({ dayMs }) => isPublished(dayMs, scene.nowMs))
  return new Map(published.map(({ dayMs, close }) => [dayMs, write(close)]))
}
