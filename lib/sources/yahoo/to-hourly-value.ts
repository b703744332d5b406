import { HOUR_MS } from "@/lib/domain/utc-day"
import type { HourlyValue } from "@/lib/sources/wire/hourly-value"
import type { YahooChart } from "./schema"

/** Closes by the end of their hour. The last row may bear the time of the latest trade instead: it is left out. */
export function toHourlyValues({ timestamp, indicators }: YahooChart): readonly HourlyValue[] {
  const closes = indicators.quote[0]?.close ?? []
  return timestamp.flatMap((openS, index) => {
    const value = closes[index] ?? null
    const openMs = openS * 1000
    return value === null || value <= 0 || openMs % HOUR_MS !== 0 ? [] : [{ atMs: openMs + HOUR_MS, value }]
  })
}
