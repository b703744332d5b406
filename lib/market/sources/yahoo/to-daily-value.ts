import { DAY_MS } from "@/lib/domain/utc-day"
import { type DailyRow, dayOfIsoDate } from "@/lib/market/sources/wire/daily-value"
import type { YahooChart } from "./schema"

/** Closes by the date of the session where the exchange is. The last day may still be trading. */
export function toDailyValues({ meta, timestamp, indicators }: YahooChart): readonly DailyRow[] {
  const closes = indicators.quote[0]?.close ?? []
  const dayOf = localDay(meta)
  return timestamp.map((openS, index): DailyRow => {
    const value = closes[index]
    const atMs = dayOf(openS * 1000)
    if (value === undefined || atMs === undefined) return undefined
    return value === null ? null : { atMs, value }
  })
}

/**
 * The local date in the exchange's time zone. Sessions of the dollar index open at local midnight, so today's UTC offset
 * would shift sessions before a daylight saving change to the previous day.
 */
function localDay({ gmtoffset, exchangeTimezoneName }: YahooChart["meta"]): (timeMs: number) => number | undefined {
  if (exchangeTimezoneName === undefined) return (timeMs) => Math.floor((timeMs + gmtoffset * 1000) / DAY_MS) * DAY_MS
  const format = new Intl.DateTimeFormat("en-CA", {
    timeZone: exchangeTimezoneName,
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
  })
  // `format` throws for times that `Date` cannot represent.
  return (timeMs) => (Number.isNaN(new Date(timeMs).getTime()) ? undefined : dayOfIsoDate(format.format(timeMs)))
}
