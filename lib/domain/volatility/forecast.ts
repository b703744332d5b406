import { at } from "@/lib/domain/indicators/series"
import type { Columns } from "@/lib/domain/market/columns"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"

/** Standard deviations of log returns. */
export type VolatilityForecast = { readonly sigma24h: number; readonly sigma3d: number; readonly sigma7d: number }

/** Trailing windows whose variance the forecast weighs, in hours: a day, a week, 30 and 60 days. */
const WINDOWS_H = [24, 168, 720, 1440] as const
/** A window with fewer of its hours says too little about itself. */
const MIN_SHARE = 20 / 24

/**
 * How the log of the variance per day, of the next day and of the next week, follows from the windows and from which days
 * of the week (UTC) the next 24 hours touch: Saturdays move half as much as other days, and ever less. Fitted on the 4h
 * closes of BTC, ETH and SOL before 2024-06-22 and scaled to be right in the mean; the year after was never looked at.
 */
export const harCoefficients = {
  day: {
    intercept: 0.1345,
    windows: [0.4506, 0.3408, 0.0186, 0.1919],
    weekdays: { saturday: -0.7319, sunday: -0.19, monday: 0.258 },
  },
  week: {
    intercept: -0.8292,
    windows: [0.3001, 0.2176, 0.0412, 0.3028],
    weekdays: { saturday: 0.0048, sunday: 0.1992, monday: 0.1456 },
  },
} as const

/**
 * Forecast from closed hourly candles: a heterogeneous autoregression (Corsi 2009, doi:10.1093/jjfinec/nbp001) on the
 * variance of hourly ranges (Parkinson 1980, doi:10.1086/296071), with a week of its own. `null` without 60 days of
 * hours, or in a market that does not move.
 */
export function forecastVolatility(hours: Columns): VolatilityForecast | null {
  const logs = windowLogs(hours)
  if (logs === null) return null
  const nowMs = at(hours.openTimeMs, hours.length - 1) + HOUR_MS
  const [day, week] = [variancePerDay("day", logs, nowMs), variancePerDay("week", logs, nowMs)]
  const sigma7d = Math.sqrt(7 * week)
  return { sigma24h: Math.sqrt(day), sigma3d: sigma3dOf(sigma7d, nowMs), sigma7d }
}

/** What three days get of a week's forecast: by their days of the week, as the forecast of a day has them. */
export function sigma3dOf(sigma7d: number, nowMs: number): number {
  const { saturday, sunday, monday } = harCoefficients.day.weekdays
  const ofWeekday = [sunday, monday, 0, 0, 0, 0, saturday].map(Math.exp)
  const shareOfWeek = ofWeekday.reduce((sum, variance, weekday) => {
    const days = [0, 1, 2].map((day) => shareOf(weekday, nowMs + day * DAY_MS))
    return sum + variance * days.reduce((all, share) => all + share, 0)
  }, 0)
  return sigma7d * Math.sqrt(shareOfWeek / ofWeekday.reduce((sum, variance) => sum + variance, 0))
}

function variancePerDay(horizon: "day" | "week", logs: readonly number[], nowMs: number): number {
  const { intercept, windows, weekdays } = harCoefficients[horizon]
  const fromWindows = windows.reduce<number>((sum, weight, index) => sum + weight * (logs[index] ?? 0), 0)
  return Math.exp(
    intercept +
      fromWindows +
      weekdays.saturday * shareOf(6, nowMs) +
      weekdays.sunday * shareOf(0, nowMs) +
      weekdays.monday * shareOf(1, nowMs),
  )
}

/** Share of the next 24 hours that falls on a weekday (0 is Sunday) in UTC. */
function shareOf(weekday: number, nowMs: number): number {
  const gone = (nowMs % DAY_MS) / DAY_MS
  const today = new Date(nowMs).getUTCDay()
  return (today === weekday ? 1 - gone : 0) + ((today + 1) % 7 === weekday ? gone : 0)
}

/** Log of the variance per day of each window that ends with the newest hour; `null` where one is too thin or still. */
function windowLogs({ openTimeMs, high, low, length }: Columns): readonly number[] | null {
  const endMs = at(openTimeMs, length - 1) + HOUR_MS
  const logs: number[] = []
  let [i, sum, hours] = [length - 1, 0, 0]
  for (const window of WINDOWS_H) {
    const fromMs = endMs - window * HOUR_MS
    for (; i >= 0 && at(openTimeMs, i) >= fromMs; i--) {
      sum += Math.log(at(high, i) / at(low, i)) ** 2 / (4 * Math.LN2)
      hours++
    }
    if (hours < MIN_SHARE * window || sum <= 0) return null
    logs.push(Math.log((24 * sum) / hours))
  }
  return logs
}

/**
 * Standard deviations on each side of the price that held four closes in five until 2024-06: fewer than the normal 1.28,
 * because returns gather around zero.
 */
export const range80Widths = { sigma24h: 1.128, sigma7d: 1.229 } as const

/** The interval that holds the price at the end of the horizon with probability 0.8. */
export function range80(
  priceUsd: number,
  volatility: VolatilityForecast,
  horizon: "24h" | "7d",
): { readonly low: number; readonly high: number } {
  const name = horizon === "24h" ? "sigma24h" : "sigma7d"
  const width = range80Widths[name] * volatility[name]
  return { low: priceUsd * Math.exp(-width), high: priceUsd * Math.exp(width) }
}
