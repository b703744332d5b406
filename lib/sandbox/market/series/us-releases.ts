import { fomcSchedule } from "@/lib/domain/calendar/fomc-schedule"
import { DAY_MS } from "@/lib/domain/utc-day"
import { isTradingDay, nthWeekday, startOfDay } from "./us-calendar"

const FIRST_WEEK_MS = Date.UTC(2019, 0, 3)

const [SUNDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] = [0, 2, 3, 4, 5]

export type ReleaseKey =
  | "nfp"
  | "adp"
  | "cpi"
  | "ppi"
  | "retail"
  | "claims"
  | "jolts"
  | "gdp"
  | "pce"
  | "ismManufacturing"
  | "ismServices"
  | "industrial"
  | "fomc"
  | "minutes"
  | "beige"

/** One release: its day as 00:00 UTC, its hour in New York, and its number among the releases of its kind. */
export type Release = {
  readonly key: ReleaseKey
  readonly dayMs: number
  readonly hour: number
  readonly index: number
}

/** The releases from `fromMs` to `toMs`, both inclusive, by time, after the weekday rules of the agencies. */
export function releasesBetween(fromMs: number, toMs: number): readonly Release[] {
  const first = new Date(fromMs - 40 * DAY_MS)
  const months = Math.ceil((toMs - fromMs) / (28 * DAY_MS)) + 4
  const releases: Release[] = []
  for (let ahead = 0; ahead < months; ahead++) {
    const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + ahead))
    releases.push(...monthlyReleases(month.getUTCFullYear(), month.getUTCMonth()))
  }
  releases.push(...weeklyClaims(fromMs, toMs))
  return releases
    .filter(({ dayMs }) => dayMs >= startOfDay(fromMs) && dayMs <= toMs)
    .sort((a, b) => a.dayMs - b.dayMs || a.hour - b.hour || (a.key < b.key ? -1 : 1))
}

function monthlyReleases(year: number, month: number): readonly Release[] {
  const index = (year - 2019) * 12 + month
  const day = (number: number) => Date.UTC(year, month, number)
  const nfp = jobsDay(year, month)
  const cpi = officeFrom(nthWeekday(year, month, { weekday: WEDNESDAY, nth: 2 }))
  const first = officeFrom(day(1))
  const third = officeFrom(officeFrom(first + DAY_MS) + DAY_MS)
  const release = (key: ReleaseKey, dayMs: number, hour: number): Release => ({ key, dayMs, hour, index })
  return [
    release("ismManufacturing", first, 10),
    release("ismServices", third, 10),
    release("jolts", officeFrom(nthWeekday(year, month, { weekday: TUESDAY, nth: 1 })), 10),
    release("adp", officeUntil(nfp - 2 * DAY_MS), 8.25),
    release("nfp", nfp, 8.5),
    release("cpi", cpi, 8.5),
    release("ppi", officeFrom(cpi + DAY_MS), 8.5),
    release("retail", officeFrom(day(15)), 8.5),
    release("industrial", officeFrom(day(16)), 9.25),
    release("gdp", officeUntil(lastWeekday(year, month, THURSDAY)), 8.5),
    release("pce", officeUntil(lastWeekday(year, month, FRIDAY)), 8.5),
    ...decisionDays(year, month).flatMap((dayMs) => [
      release("beige", dayMs - 14 * DAY_MS, 14),
      release("fomc", dayMs, 14),
      release("minutes", dayMs + 21 * DAY_MS, 14),
    ]),
  ]
}

/** The first Friday, holiday or not; after New Year a week later, around the Fourth of July a day earlier. */
function jobsDay(year: number, month: number): number {
  const friday = nthWeekday(year, month, { weekday: FRIDAY, nth: 1 })
  if (month === 0 && friday === Date.UTC(year, 0, 1)) return friday + 7 * DAY_MS
  return month === 6 && !isTradingDay(friday) ? friday - DAY_MS : friday
}

/** Each Thursday, or the working day before. */
function weeklyClaims(fromMs: number, toMs: number): readonly Release[] {
  const claims: Release[] = []
  const weeks = Math.floor((fromMs - FIRST_WEEK_MS) / (7 * DAY_MS))
  for (let index = weeks; FIRST_WEEK_MS + index * 7 * DAY_MS <= toMs + 7 * DAY_MS; index++) {
    claims.push({ key: "claims", dayMs: officeUntil(FIRST_WEEK_MS + index * 7 * DAY_MS), hour: 8.5, index })
  }
  return claims
}

/** The published schedule where it reaches; else the weekdays on which the committee usually decides. */
export function decisionDays(year: number, month: number): readonly number[] {
  const scheduled = fomcSchedule.flatMap(({ when }) => ("date" in when ? [Date.parse(`${when.date}T00:00:00Z`)] : []))
  const ofYear = scheduled.filter((dayMs) => new Date(dayMs).getUTCFullYear() === year)
  if (ofYear.length > 0) return ofYear.filter((dayMs) => new Date(dayMs).getUTCMonth() === month)
  const nth = { 2: 3, 5: 3, 8: 3, 11: 2 }[month]
  if (nth !== undefined) return [nthWeekday(year, month, { weekday: WEDNESDAY, nth })]
  return [0, 3, 6, 9].includes(month) ? [lastWeekday(year, month, WEDNESDAY)] : []
}

function lastWeekday(year: number, month: number, weekday: number): number {
  const lastMs = Date.UTC(year, month + 1, 0)
  return lastMs - ((new Date(lastMs).getUTCDay() - weekday + 7) % 7) * DAY_MS
}

function officeFrom(dayMs: number): number {
  let day = dayMs
  while (!isOfficeDay(day)) day += DAY_MS
  return day
}

function officeUntil(dayMs: number): number {
  let day = dayMs
  while (!isOfficeDay(day)) day -= DAY_MS
  return day
}

/** Agencies also rest on Columbus Day and Veterans Day. */
function isOfficeDay(dayMs: number): boolean {
  const year = new Date(dayMs).getUTCFullYear()
  const columbus = nthWeekday(year, 9, { weekday: 1, nth: 2 })
  return isTradingDay(dayMs) && dayMs !== columbus && dayMs !== Date.UTC(year, 10, 11)
}

/** The Sunday with which the New York week of a day begins. */
export function weekStart(dayMs: number): number {
  return dayMs - ((new Date(dayMs).getUTCDay() - SUNDAY + 7) % 7) * DAY_MS
}
