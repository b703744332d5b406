import { DAY_MS } from "@/lib/domain/utc-day"
import { bitsAt, streamOf, uniformAt } from "@/lib/sandbox/market/random"
import { isTradingDay, startOfDay } from "@/lib/sandbox/market/series/us-calendar"
import { decisionDays, releasesBetween, type ReleaseKey } from "@/lib/sandbox/market/series/us-releases"
import { text, type Responder, type ProviderRequest } from "./responder"

const [BEHIND_MS, AHEAD_MS] = [60 * DAY_MS, 100 * DAY_MS]
const MONTHS = "January February March April May June July August September October November December".split(" ")
const SPEAKERS = [
  "Chair Morgan E. Hale",
  "Vice Chair Dana R. Whitfield",
  "Governor Lee A. Osei",
  "Governor Kim V. Brandt",
]

type Row = {
  readonly title: string
  readonly time: string
  readonly month: string
  readonly days: string
  readonly type: string
}

/**
 * The Federal Reserve's calendar with its byte order mark and the empty object at its end, and the page of meetings.
 *
 * @see https://www.federalreserve.gov/newsevents/calendar.htm
 */
export const fed: Responder = (request) => {
  switch (request.url.pathname) {
    case "/json/calendar.json":
      return text(`\uFEFF${JSON.stringify({ events: [...rows(request), {}] })}`, "application/json")
    case "/monetarypolicy/fomccalendars.htm":
      return text(meetingsPage(request), "text/html")
    default:
      return null
  }
}

function rows(request: ProviderRequest): readonly Row[] {
  const { nowMs } = request
  const releases = releasesBetween(nowMs - BEHIND_MS, nowMs + AHEAD_MS)
  return [
    ...releases.flatMap(({ key, dayMs }) => releaseRows[key]?.(dayMs) ?? []),
    ...speeches(request),
    ...weeklyTables(nowMs),
  ]
}

const releaseRows: Partial<Record<ReleaseKey, (dayMs: number) => readonly Row[]>> = {
  fomc: (dayMs) => [
    row("FOMC Meeting", dayMs, { time: "2:00 p.m.", type: "FOMC", days: meetingDays(dayMs) }),
    row("FOMC Press Conference", dayMs, { time: "2:30 p.m.", type: "FOMC" }),
  ],
  minutes: (dayMs) => [row("FOMC Minutes", dayMs, { time: "2:00 p.m.", type: "FOMC" })],
  beige: (dayMs) => [row("Beige Book", dayMs, { time: "2:00 p.m.", type: "Beige" })],
  industrial: (dayMs) => [
    row("G.17 - Industrial Production and Capacity Utilization", dayMs, { time: "9:15 a.m.", type: "Stat" }),
  ],
}

/** A speech on one of four working days. */
function speeches({ market, nowMs }: ProviderRequest): readonly Row[] {
  const stream = streamOf(market.seed, "fed/speeches")
  const speeches: Row[] = []
  for (let dayMs = startOfDay(nowMs - BEHIND_MS); dayMs < nowMs + 21 * DAY_MS; dayMs += DAY_MS) {
    const index = Math.floor(dayMs / DAY_MS)
    if (!isTradingDay(dayMs) || uniformAt(stream, 2 * index) > 0.25) continue
    const speaker = SPEAKERS[bitsAt(stream, 2 * index + 1) % SPEAKERS.length] ?? ""
    const time = `${1 + (index % 4)}:15 p.m.`
    speeches.push(row(`Speech - ${speaker}`, dayMs, { time, type: "Speeches" }))
  }
  return speeches
}

/** The balance sheet of this month's Thursdays, in one row. */
function weeklyTables(nowMs: number): readonly Row[] {
  const [year, month] = [new Date(nowMs).getUTCFullYear(), new Date(nowMs).getUTCMonth()]
  const thursdays = Array.from({ length: 31 }, (_, index) => Date.UTC(year, month, index + 1)).filter(
    (dayMs) => new Date(dayMs).getUTCMonth() === month && new Date(dayMs).getUTCDay() === 4,
  )
  const days = thursdays.map((dayMs) => new Date(dayMs).getUTCDate()).join(", ")
  const title = "H.4.1 - Factors Affecting Reserve Balances"
  return [row(title, Date.UTC(year, month, 1), { time: "4:30 p.m.", type: "Stat", days })]
}

function row(
  title: string,
  dayMs: number,
  rest: { readonly time: string; readonly type: string; readonly days?: string },
) {
  const iso = new Date(dayMs).toISOString()
  return { title, month: iso.slice(0, 7), days: String(Number(iso.slice(8, 10))), ...rest }
}

/** A meeting lasts two days. */
function meetingDays(dayMs: number): string {
  const day = new Date(dayMs).getUTCDate()
  return day > 1 ? `${day - 1}-${day}` : String(day)
}

function meetingsPage({ nowMs }: ProviderRequest): string {
  const year = new Date(nowMs).getUTCFullYear()
  const panels = [year, year + 1].map((each) => {
    const meetings = MONTHS.flatMap((name, month) =>
      decisionDays(each, month).map(
        (dayMs) =>
          `<div class="row fomc-meeting"><div class="fomc-meeting__month"><strong>${name}</strong></div>` +
          `<div class="fomc-meeting__date">${meetingDays(dayMs)}*</div></div>`,
      ),
    )
    const heading = `<div class="panel-heading"><h4><a>${each} FOMC Meetings</a></h4></div>`
    return `<div class="panel panel-default">${heading}${meetings.join("")}</div>`
  })
  return `<!DOCTYPE html><html><body>${panels.join("")}</body></html>`
}
