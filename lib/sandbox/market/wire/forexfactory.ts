import { DAY_MS } from "@/lib/domain/utc-day"
import { figuresOf } from "@/lib/sandbox/market/series/release-figures"
import { easternOffsetMs, easternTime, isTradingDay, startOfDay } from "@/lib/sandbox/market/series/us-calendar"
import { releasesBetween, weekStart } from "@/lib/sandbox/market/series/us-releases"
import { easternIso } from "./eastern-iso"
import { json, text, type Responder, type ProviderRequest } from "./responder"

/** Forecasts appear this long before a release. */
const FORECAST_AHEAD_MS = 4 * DAY_MS
/** The coming week is published on Fridays at noon. */
const NEXT_WEEK_FROM_MS = 5.5 * DAY_MS

/**
 * Events of this week, Sunday to Saturday in New York, with forecast and previous figures; the coming week is mostly 404.
 *
 * @see https://www.forexfactory.com/calendar
 */
export const forexfactory: Responder = (request) => {
  const localMs = request.nowMs + easternOffsetMs(request.nowMs)
  const sunday = weekStart(startOfDay(localMs))
  switch (request.url.pathname) {
    case "/ff_calendar_thisweek.json":
      return json(weekOf(request, sunday))
    case "/ff_calendar_nextweek.json":
      if (localMs - sunday < NEXT_WEEK_FROM_MS) return text("<html>404 Not Found</html>", "text/html", 404)
      return json(weekOf(request, sunday + 7 * DAY_MS))
    default:
      return null
  }
}

function weekOf({ market, nowMs }: ProviderRequest, sunday: number) {
  const american = releasesBetween(sunday, sunday + 6 * DAY_MS).flatMap((release) => {
    const isNear = easternTime(release.dayMs, release.hour) - nowMs <= FORECAST_AHEAD_MS
    return figuresOf(market.seed, release, isNear).map(({ later, ...figure }) =>
      event("USD", easternTime(release.dayMs, release.hour + later), figure),
    )
  })
  const closed = [1, 2, 3, 4, 5].map((day) => sunday + day * DAY_MS).filter((dayMs) => !isTradingDay(dayMs))
  const quiet = { forecast: "", previous: "" }
  const others = [
    event("EUR", easternTime(sunday + DAY_MS, 4), { title: "German Business Climate", impact: "Low", ...quiet }),
    event("GBP", easternTime(sunday + 3 * DAY_MS, 2), { title: "CPI y/y", impact: "High", ...quiet }),
    event("USD", easternTime(sunday + 2 * DAY_MS, 9), {
      title: "S&amp;P/CS Composite-20 HPI y/y",
      impact: "Low",
      forecast: "",
      previous: "1.4%",
    }),
    ...closed.map((dayMs) =>
      event("USD", easternTime(dayMs, 3), { title: "Bank Holiday", impact: "Holiday", ...quiet }),
    ),
  ]
  return [...american, ...others].sort((a, b) => Date.parse(a.date) - Date.parse(b.date))
}

function event(
  country: string,
  atMs: number,
  { title, impact, forecast, previous }: Readonly<Record<"title" | "impact" | "forecast" | "previous", string>>,
) {
  return { title, country, date: easternIso(atMs), impact, forecast, previous }
}
