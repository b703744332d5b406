import { publishedValue } from "@/lib/sandbox/market/series/release-figures"
import { easternTime } from "@/lib/sandbox/market/series/us-calendar"
import { type ReleaseKey, releasesBetween } from "@/lib/sandbox/market/series/us-releases"
import { json, type Responder } from "./responder"

type Level = (before: readonly number[], published: number) => number

type Series = { readonly key: ReleaseKey; readonly title: string; readonly digits: number; readonly level: Level }

const FIRST_YEAR = 2019
const MAX_SERIES = 25
/** The newest months of the employment situation are revised. */
const PRELIMINARY_MONTHS = 2
const MONTHS = "January February March April May June July August September October November December".split(" ")

/** An index that has changed by the published percentage since so many months ago. */
const indexFrom =
  (start: number, months: number): Level =>
  (before, percent) =>
    (before.at(-months) ?? start) * (1 + percent / 100)

const seriesOf: Readonly<Record<string, Series>> = {
  CUSR0000SA0: { key: "cpi", title: "CPI m/m", digits: 3, level: indexFrom(252, 1) },
  CUUR0000SA0: { key: "cpi", title: "CPI y/y", digits: 3, level: indexFrom(252, 12) },
  CUSR0000SA0L1E: { key: "cpi", title: "Core CPI m/m", digits: 3, level: indexFrom(260, 1) },
  CES0000000001: {
    key: "nfp",
    title: "Non-Farm Employment Change",
    digits: 0,
    level: (before, change) => (before.at(-1) ?? 150_000) + change,
  },
  LNS14000000: { key: "nfp", title: "Unemployment Rate", digits: 1, level: (_, percent) => percent },
  WPSFD4: { key: "ppi", title: "PPI m/m", digits: 3, level: indexFrom(118, 1) },
  WPSFD49104: { key: "ppi", title: "Core PPI m/m", digits: 3, level: indexFrom(117, 1) },
}

/**
 * The Public Data API, version 1: the past three years of up to 25 series, newest month first, each after its release.
 *
 * @see https://www.bls.gov/developers/api_signature.htm
 */
export const blsData: Responder = ({ market, nowMs, url, body }) => {
  if (url.pathname !== "/publicAPI/v1/timeseries/data/") return null
  const ids = readIds(body)
  if (ids === null) return answer("REQUEST_FAILED_INVALID_PARAMETERS", ["Your request has failed."], {})
  const unknown = ids.filter((id) => seriesOf[id] === undefined)
  const series = ids.map((seriesID) => ({ seriesID, data: rowsOf(market.seed, seriesOf[seriesID], nowMs) }))
  return answer(
    "REQUEST_SUCCEEDED",
    unknown.map((id) => `Series does not exist for Series ${id}`),
    { series },
  )
}

function answer(status: string, message: readonly string[], results: object): Response {
  return json({ status, responseTime: 37, message, Results: results })
}

function readIds(body: string): readonly string[] | null {
  try {
    const { seriesid }: { readonly seriesid?: unknown } = JSON.parse(body)
    const isList = Array.isArray(seriesid) && seriesid.length > 0 && seriesid.length <= MAX_SERIES
    return isList ? seriesid.map(String) : null
  } catch {
    return null
  }
}

function rowsOf(seed: number, series: Series | undefined, nowMs: number) {
  if (series === undefined) return []
  const { key, title, digits, level } = series
  const year = new Date(nowMs).getUTCFullYear()
  const levels: number[] = []
  const rows = releasesBetween(Date.UTC(FIRST_YEAR, 0, 1), nowMs)
    .filter((release) => release.key === key && easternTime(release.dayMs, release.hour) <= nowMs)
    .map((release) => {
      levels.push(level(levels, publishedValue(seed, release, title)))
      return row(release.dayMs, (levels.at(-1) ?? 0).toFixed(digits))
    })
  const newest = rows.toReversed().filter((each) => Number(each.year) > year - 3)
  return newest.map((each, index) => ({
    ...each,
    ...(index === 0 && { latest: "true" }),
    footnotes: index < PRELIMINARY_MONTHS && key === "nfp" ? [{ code: "P", text: "preliminary" }] : [{}],
  }))
}

/** A release is about the month before it. */
function row(releasedMs: number, value: string) {
  const about = new Date(releasedMs)
  about.setUTCDate(0)
  const month = about.getUTCMonth()
  return {
    year: String(about.getUTCFullYear()),
    period: `M${String(month + 1).padStart(2, "0")}`,
    periodName: MONTHS[month] ?? "",
    value,
  }
}
