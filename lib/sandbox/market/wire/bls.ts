import { releasesBetween, type ReleaseKey } from "@/lib/sandbox/market/series/us-releases"
import { text, type Responder } from "./responder"

const titles: Partial<Record<ReleaseKey, string>> = {
  nfp: "Employment Situation",
  cpi: "Consumer Price Index",
  ppi: "Producer Price Index",
  jolts: "Job Openings and Labor Turnover Survey",
}
const MONTHS = "January February March April May June July August September October November December".split(" ")

/** Long lines are folded at this many characters. */
const LINE_LENGTH = 75

/**
 * The schedule of the Bureau of Labor Statistics for this year and the next, in New York time, as iCalendar.
 *
 * @see https://www.rfc-editor.org/rfc/rfc5545
 */
export const bls: Responder = ({ nowMs, url }) => {
  if (url.pathname !== "/schedule/news_release/bls.ics") return null
  const year = new Date(nowMs).getUTCFullYear()
  const events = releasesBetween(Date.UTC(year, 0, 1), Date.UTC(year + 1, 11, 31)).flatMap(({ key, dayMs, hour }) => {
    const title = titles[key]
    return title === undefined ? [] : event(key, title, dayMs, hour)
  })
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//BLS//Schedule//EN", ...events, "END:VCALENDAR", ""]
  return text(lines.map(fold).join("\r\n"), "text/calendar")
}

function event(key: string, title: string, dayMs: number, hour: number): readonly string[] {
  const day = new Date(dayMs).toISOString().slice(0, 10).replaceAll("-", "")
  const minutes = Math.round((hour % 1) * 60)
  const time = `${String(Math.floor(hour)).padStart(2, "0")}${String(minutes).padStart(2, "0")}00`
  const about = new Date(dayMs)
  about.setUTCDate(0)
  return [
    "BEGIN:VEVENT",
    `UID:${key}-${day}@bls.gov`,
    `DTSTART;TZID=US-Eastern:${day}T${time}`,
    `SUMMARY:${title} for ${MONTHS[about.getUTCMonth()] ?? ""} ${about.getUTCFullYear()}`,
    "END:VEVENT",
  ]
}

function fold(line: string): string {
  return line.length <= LINE_LENGTH ? line : `${line.slice(0, LINE_LENGTH)}\r\n ${fold(line.slice(LINE_LENGTH))}`
}
