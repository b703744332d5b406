import { DAY_MS, isoDate } from "@/lib/domain/utc-day"
import { releasesBetween, type ReleaseKey } from "@/lib/sandbox/market/series/us-releases"
import { badRequest, hasKey } from "./fred"
import { json, rowLimit, type Responder } from "./responder"

const releases: Partial<Record<ReleaseKey, { readonly id: number; readonly name: string }>> = {
  retail: { id: 9, name: "Advance Monthly Sales for Retail and Food Services" },
  cpi: { id: 10, name: "Consumer Price Index" },
  industrial: { id: 13, name: "G.17 Industrial Production and Capacity Utilization" },
  ppi: { id: 46, name: "Producer Price Index" },
  nfp: { id: 50, name: "Employment Situation" },
  gdp: { id: 53, name: "Gross Domestic Product" },
  pce: { id: 54, name: "Personal Income and Outlays" },
  claims: { id: 180, name: "Unemployment Insurance Weekly Claims Report" },
  jolts: { id: 192, name: "Job Openings and Labor Turnover Survey" },
}

/** Its target rate is a daily series, so FRED lists this release on every day, meeting or not. */
const DAILY = { release_id: 101, release_name: "FOMC Press Release" }

/**
 * Release days of FRED's keyed API, without times.
 *
 * @see https://fred.stlouisfed.org/docs/api/fred/releases_dates.html
 */
export const fredReleases: Responder = ({ url }) => {
  if (url.pathname !== "/fred/releases/dates") return null
  const [start = "", end = ""] = [url.searchParams.get("realtime_start"), url.searchParams.get("realtime_end")].map(
    (text) => text ?? "",
  )
  if (!hasKey(url)) return badRequest("The value for variable api_key is not registered.")
  if (Number.isNaN(Date.parse(start)) || Number.isNaN(Date.parse(end))) return badRequest("A date is not YYYY-MM-DD.")
  const limit = rowLimit(url, { fallback: 1000, max: 1000 })
  const named = releasesBetween(Date.parse(start), Date.parse(end)).flatMap(({ key, dayMs }) => {
    const known = releases[key]
    return known === undefined ? [] : [{ release_id: known.id, release_name: known.name, date: isoDate(dayMs) }]
  })
  const release_dates = [...daysBetween(start, end).map((date) => ({ ...DAILY, date })), ...named]
    .toSorted((a, b) => Date.parse(a.date) - Date.parse(b.date))
    .slice(0, limit)
  const count = release_dates.length
  return json({ realtime_start: start, realtime_end: end, sort_order: "asc", count, offset: 0, limit, release_dates })
}

function daysBetween(start: string, end: string): readonly string[] {
  const days = Math.round((Date.parse(end) - Date.parse(start)) / DAY_MS) + 1
  return Array.from({ length: Math.max(0, days) }, (_, day) => isoDate(Date.parse(start) + day * DAY_MS))
}
