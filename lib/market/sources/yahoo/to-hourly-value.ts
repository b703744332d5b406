import { HOUR_MS } from "@/lib/domain/utc-day"
import type { HourlyValue } from "@/lib/market/sources/wire/hourly-value"
import type { YahooChart } from "./schema"

/** Closes at the end of each hour. The last row may have the time of the latest trade; it is skipped. */
export function toHourlyValues({ timestamp, indicators }: YahooChart): readonly HourlyValue[] {
  const closes = indicators.quote[0]?.close ?? []
  return timestamp.flatMap((openS, index) => {
    const value = closes[index] ?? null
    const openMs = openS * 1000
    return value === null || value <= 0 || openMs % HOUR_MS !== 0 ? [] : [{ atMs: openMs + HOUR_MS, value }]
  })
}
