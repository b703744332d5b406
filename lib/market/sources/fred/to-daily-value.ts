import { dayOfIsoDate, type DailyRow } from "@/lib/market/sources/wire/daily-value"

/** One observation: a date and a value as text, empty or `.` on days without value. */
export function toDailyValue(date: string, text: string): DailyRow {
  const atMs = dayOfIsoDate(date)
  if (atMs === undefined) return undefined
  if (text === "" || text === ".") return null
  const value = Number(text)
  return Number.isFinite(value) ? { atMs, value } : undefined
}
