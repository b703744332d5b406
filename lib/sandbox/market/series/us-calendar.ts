import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"

/** UTC instant of a New York wall-clock hour (16.25 is a quarter past four) on a day given by its 00:00 UTC. */
export function easternTime(dayMs: number, hour: number): number {
  return dayMs + hour * HOUR_MS - easternOffsetMs(dayMs + 12 * HOUR_MS)
}

/** New York against UTC: minus 4 hours from the second Sunday of March to the first of November, else minus 5. */
export function easternOffsetMs(timeMs: number): number {
  const { fromMs, untilMs } = summerTimeOf(new Date(timeMs).getUTCFullYear())
  return (timeMs >= fromMs && timeMs < untilMs ? -4 : -5) * HOUR_MS
}

const summerTimeOf = onceAYear((year) => ({
  fromMs: nthWeekday(year, 2, { weekday: 0, nth: 2 }) + 7 * HOUR_MS,
  untilMs: nthWeekday(year, 10, { weekday: 0, nth: 1 }) + 6 * HOUR_MS,
}))

/** Whether US markets trade on a day given by its 00:00 UTC. */
export function isTradingDay(dayMs: number): boolean {
  const weekday = new Date(dayMs).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !holidaysOf(new Date(dayMs).getUTCFullYear()).has(dayMs)
}

/** The newest trading day before a day. */
export function previousTradingDay(dayMs: number): number {
  let day = dayMs - DAY_MS
  while (!isTradingDay(day)) day -= DAY_MS
  return day
}

/** The first trading day after a day. */
export function nextTradingDay(dayMs: number): number {
  let day = dayMs + DAY_MS
  while (!isTradingDay(day)) day += DAY_MS
  return day
}

/** Trading days from `fromMs` to `toMs`, both inclusive. */
export function tradingDays(fromMs: number, toMs: number): readonly number[] {
  const days: number[] = []
  for (let day = startOfDay(fromMs); day <= toMs; day += DAY_MS) if (isTradingDay(day)) days.push(day)
  return days
}

export function startOfDay(timeMs: number): number {
  return Math.floor(timeMs / DAY_MS) * DAY_MS
}

const holidaysOf = onceAYear((year) => new Set(listHolidays(year)))

/** Cached by year, because callers request history day by day. */
function onceAYear<T>(compute: (year: number) => T): (year: number) => T {
  const known = new Map<number, T>()
  return (year) => {
    const found = known.get(year) ?? compute(year)
    known.set(year, found)
    return found
  }
}

/** @see https://www.nyse.com/markets/hours-calendars */
function listHolidays(year: number): readonly number[] {
  const newYear = Date.UTC(year, 0, 1)
  return [
    // A New Year's Day on a Saturday is not observed.
    new Date(newYear).getUTCDay() === 6 ? newYear : observed(newYear),
    nthWeekday(year, 0, { weekday: 1, nth: 3 }),
    nthWeekday(year, 1, { weekday: 1, nth: 3 }),
    easterSunday(year) - 2 * DAY_MS,
    nthWeekday(year, 5, { weekday: 1, nth: 1 }) - 7 * DAY_MS,
    ...(year >= 2022 ? [observed(Date.UTC(year, 5, 19))] : []),
    observed(Date.UTC(year, 6, 4)),
    nthWeekday(year, 8, { weekday: 1, nth: 1 }),
    nthWeekday(year, 10, { weekday: 4, nth: 4 }),
    observed(Date.UTC(year, 11, 25)),
  ]
}

/** Saturday moves to Friday, Sunday to Monday. */
function observed(dayMs: number): number {
  const weekday = new Date(dayMs).getUTCDay()
  if (weekday === 6) return dayMs - DAY_MS
  return weekday === 0 ? dayMs + DAY_MS : dayMs
}

/** The last Monday of May is a week before the first Monday of June. */
export function nthWeekday(year: number, month: number, { weekday, nth }: { weekday: number; nth: number }): number {
  const firstMs = Date.UTC(year, month, 1)
  const shift = (weekday - new Date(firstMs).getUTCDay() + 7) % 7
  return firstMs + (shift + 7 * (nth - 1)) * DAY_MS
}

/** Anonymous Gregorian computus. @see https://en.wikipedia.org/wiki/Date_of_Easter */
function easterSunday(year: number): number {
  const golden = year % 19
  const century = Math.floor(year / 100)
  const leap = Math.floor(century / 4)
  const moon = Math.floor((century - Math.floor((century + 8) / 25) + 1) / 3)
  const epact = (19 * golden + century - leap - moon + 15) % 30
  const week = (32 + 2 * (century % 4) + 2 * Math.floor((year % 100) / 4) - epact - (year % 4)) % 7
  const late = Math.floor((golden + 11 * epact + 22 * week) / 451)
  const sum = epact + week - 7 * late + 114
  return Date.UTC(year, Math.floor(sum / 31) - 1, (sum % 31) + 1)
}
