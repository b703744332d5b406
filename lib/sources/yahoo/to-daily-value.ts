import type { DailyRow } from "@/lib/sources/wire/daily-value"
import type { YahooChart } from "./schema"

const DAY_MS = 86_400_000

/** Closes by the date of the session where the exchange is. The last day may still be trading. */
export function toDailyValues({ meta, timestamp, indicators }: YahooChart): readonly DailyRow[] {
  const closes = indicators.quote[0]?.close ?? []
  return timestamp.map((openS, index): DailyRow => {
    const value = closes[index]
    if (value === undefined) return undefined
    const localMs = (openS + meta.gmtoffset) * 1000
    return value === null ? null : { atMs: Math.floor(localMs / DAY_MS) * DAY_MS, value }
  })
}
