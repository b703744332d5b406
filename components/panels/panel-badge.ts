import { ageText, spanText } from "@/lib/client/format/time"
import { DAY_MS } from "@/lib/domain/utc-day"

/**
 * The maximum age of the oldest input before a warning. Thursday's treasury yield is the newest until Monday evening,
 * or until Tuesday after a holiday. The engine uses the same limit.
 */
const SESSION_LIMIT_MS = 6 * DAY_MS

/**
 * The time of the oldest input of an answer. `null` if unknown. Parsed by hand because zod is not part of the first
 * load.
 */
export function oldestInputMs(body: unknown): number | null {
  const asOf = fieldOf(fieldOf(body, "meta"), "as_of")
  const asOfMs = typeof asOf === "string" ? Date.parse(asOf) : Number.NaN
  return Number.isNaN(asOfMs) ? null : asOfMs
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
}

type Ages = {
  /** The limit of the oldest input. Absent: six days. */
  readonly maxInputAgeMs?: number | undefined
  /** Age of the answer. */
  readonly ageMs: number
  /** Age of the oldest input. `null`: unknown. */
  readonly inputAgeMs: number | null
  /** The answer is past its freshness limit. */
  readonly isStale: boolean
}

/**
 * The age of an answer. Its oldest input is named only past its limit: daily macro data is days old by design and does not
 * make an answer stale.
 */
export function badgeOf({ maxInputAgeMs = SESSION_LIMIT_MS, ageMs, inputAgeMs, isStale }: Ages): {
  readonly text: string
  readonly warns: boolean
} {
  const isLate = inputAgeMs !== null && inputAgeMs > maxInputAgeMs
  const parts = [isStale ? "Old" : isLate ? "Old data" : "", ageText(ageMs)]
  // Non-breaking spaces: the text may wrap only between the two ages.
  if (isLate) parts.push(`oldest input ${spanText(inputAgeMs)}`.replaceAll(" ", "\u00a0"))
  return { text: parts.filter(Boolean).join(" · "), warns: isStale || isLate }
}
