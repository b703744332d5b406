import { DAY_MS } from "@/lib/domain/utc-day"
import { easternTime } from "@/lib/sandbox/market/series/us-calendar"
import { releasesBetween } from "@/lib/sandbox/market/series/us-releases"
import { easternIso } from "./eastern-iso"
import { json, type Responder } from "./responder"

const titles = { gdp: "Gross Domestic Product", pce: "Personal Income and Outlays" } as const

/**
 * The schedule of the Bureau of Economic Analysis.
 *
 * @see https://www.bea.gov/news/schedule
 */
export const bea: Responder = ({ nowMs, url }) => {
  if (url.pathname !== "/API/signup/release_dates.json") return null
  const releases = releasesBetween(nowMs - 180 * DAY_MS, nowMs + 180 * DAY_MS)
  const datesOf = (key: keyof typeof titles) =>
    releases.filter((release) => release.key === key).map(({ dayMs, hour }) => easternIso(easternTime(dayMs, hour)))
  return json({ [titles.gdp]: { release_dates: datesOf("gdp") }, [titles.pce]: { release_dates: datesOf("pce") } })
}
