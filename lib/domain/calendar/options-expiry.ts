import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import type { CalendarEntry } from "./calendar-entry"

const EXPIRY_HOUR_MS = 8 * HOUR_MS
const MONTHS_AHEAD = 2
/** Quarters end with far more contracts than other months. */
const QUARTER_MONTHS: ReadonlySet<number> = new Set([2, 5, 8, 11])

/** In 2025 the months had 8 to 16 billion dollars and the ends of quarters 14 to 28. */
const HIGH_NOTIONAL_USD = 20e9
const MEDIUM_NOTIONAL_USD = 5e9

/** The importance of an expiry by the notional of its contracts, BTC and ETH together. */
export function expiryImpact(notionalUsd: number): "high" | "medium" | "low" {
  if (notionalUsd >= HIGH_NOTIONAL_USD) return "high"
  return notionalUsd >= MEDIUM_NOTIONAL_USD ? "medium" : "low"
}

/**
 * Monthly options on bitcoin and ether expire on the last Friday at 08:00 UTC, by the terms of the contract: the
 * expiries of this month and the next months.
 *
 * @see https://www.deribit.com/kb/options
 */
export function optionsExpiries(
  nowMs: number,
): readonly (CalendarEntry & { readonly when: { readonly atMs: number } })[] {
  const now = new Date(nowMs)
  return Array.from({ length: MONTHS_AHEAD + 1 }, (_, ahead) => {
    const lastDayMs = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead + 1, 0)
    const daysPastFriday = (new Date(lastDayMs).getUTCDay() + 2) % 7
    const isQuarterly = QUARTER_MONTHS.has(new Date(lastDayMs).getUTCMonth())
    return {
      title: isQuarterly ? "Quarterly BTC and ETH options expiry" : "Monthly BTC and ETH options expiry",
      source: "deribit" as const,
      when: { atMs: lastDayMs - daysPastFriday * DAY_MS + EXPIRY_HOUR_MS },
      impact: isQuarterly ? ("medium" as const) : ("low" as const),
    }
  })
}
