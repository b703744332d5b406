import type { PublishedFigure } from "@/lib/domain/calendar/calendar-entry"
import type { EventKind } from "@/lib/domain/calendar/event-kind"
import type { BlsSeries } from "./schema"

/** The value of a month, by months since year 0; `undefined`: none was published. */
type ValueAt = (month: number) => number | undefined

type Measure = {
  readonly kind: EventKind
  /** As ForexFactory names it, so that calendars agree. */
  readonly measure: string
  readonly series: string
  readonly write: (at: ValueAt, month: number) => string | null
}

const percent = (value: number) => `${(Math.round(value * 10) / 10 || 0).toFixed(1)}%`

const changeOver =
  (months: number): Measure["write"] =>
  (at, month) => {
    const [now, before] = [at(month), at(month - months)]
    return now === undefined || before === undefined || before <= 0 ? null : percent(100 * (now / before - 1))
  }

const overMonth = changeOver(1)

/** `CUSR`, `WPS`, `CES` and `LNS` are seasonally adjusted, `CUUR` is not: rates of a year are published from that one. */
export const MEASURES: readonly Measure[] = [
  { kind: "CPI", measure: "CPI m/m", series: "CUSR0000SA0", write: overMonth },
  { kind: "CPI", measure: "CPI y/y", series: "CUUR0000SA0", write: changeOver(12) },
  { kind: "CPI", measure: "Core CPI m/m", series: "CUSR0000SA0L1E", write: overMonth },
  {
    kind: "NFP",
    measure: "Non-Farm Employment Change",
    series: "CES0000000001",
    write: (at, month) => {
      const [now, before] = [at(month), at(month - 1)]
      return now === undefined || before === undefined ? null : `${Math.round(now - before) || 0}K`
    },
  },
  {
    kind: "NFP",
    measure: "Unemployment Rate",
    series: "LNS14000000",
    write: (at, month) => {
      const now = at(month)
      return now === undefined ? null : percent(now)
    },
  },
  { kind: "PPI", measure: "PPI m/m", series: "WPSFD4", write: overMonth },
  { kind: "PPI", measure: "Core PPI m/m", series: "WPSFD49104", write: overMonth },
]

/** The newest month of each measure. A change whose base month has no value is left out. */
export function toFigures(answered: readonly BlsSeries[]): readonly PublishedFigure[] {
  return MEASURES.flatMap(({ kind, measure, series, write }) => {
    const months = monthsOf(answered.find(({ seriesID }) => seriesID === series))
    const newest = Math.max(...months.keys())
    const value = Number.isFinite(newest) ? write((month) => months.get(month), newest) : null
    return value === null ? [] : [{ kind, measure, month: monthText(newest), value }]
  })
}

function monthsOf(series: BlsSeries | undefined): ReadonlyMap<number, number> {
  const rows = series?.data.rows ?? []
  return new Map(
    rows.flatMap(({ year, period, value }) => {
      const month = /^M(0[1-9]|1[0-2])$/.test(period) ? Number(period.slice(1)) : null
      return month === null || value === null ? [] : [[Number(year) * 12 + month - 1, value] as const]
    }),
  )
}

function monthText(month: number): string {
  return new Date(Date.UTC(Math.floor(month / 12), month % 12)).toISOString().slice(0, 7)
}
