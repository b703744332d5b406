import type { CsvRow } from "@/lib/market/sources/wire/csv-rows"
import { dayOfIsoDate, type DailyRow } from "@/lib/market/sources/wire/daily-value"
import { VixLine } from "./schema"

/** The close of one session, in index points. */
export function toDailyValue(row: CsvRow): DailyRow {
  const line = VixLine.safeParse(row)
  if (!line.success) return undefined
  const [month, day, year] = line.data.DATE.split("/")
  const atMs = dayOfIsoDate(`${year}-${month}-${day}`)
  return atMs === undefined ? undefined : { atMs, value: line.data.CLOSE }
}
