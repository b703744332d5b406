import { ageText, spanText } from "@/lib/client/format/time"
import { DAY_MS, MINUTE_MS } from "@/lib/domain/utc-day"

/**
 * How old the oldest input of an answer may be before that is worth a warning. Thursday's yield is the newest until
 * Monday evening, or Tuesday's after a holiday; the engine lets a session count for as long.
 */
const SESSION_LIMIT_MS = 6 * DAY_MS
const inputLimitMs: Readonly<Record<string, number>> = { dex_alpha: 30 * MINUTE_MS }

/** When the oldest input of an answer is from; `null` where it does not say. By hand: zod is no part of a page's first load. */
export function oldestInputMs(body: unknown): number | null {
  const asOf = fieldOf(fieldOf(body, "meta"), "as_of")
  const asOfMs = typeof asOf === "string" ? Date.parse(asOf) : Number.NaN
  return Number.isNaN(asOfMs) ? null : asOfMs
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined
}

type Ages = {
  readonly endpoint: string
  /** Of the answer. */
  readonly ageMs: number
  /** Of its oldest input; `null`: not known. */
  readonly inputAgeMs: number | null
  /** The answer itself is called old. */
  readonly isStale: boolean
}

/** How old an answer is, and its oldest input where that is older. What is too old of both is said and coloured. */
export function badgeOf({ endpoint, ageMs, inputAgeMs, isStale }: Ages): {
  readonly text: string
  readonly warns: boolean
} {
  const isOlder = inputAgeMs !== null && inputAgeMs - ageMs >= MINUTE_MS
  const isLate = inputAgeMs !== null && inputAgeMs > (inputLimitMs[endpoint] ?? SESSION_LIMIT_MS)
  const said = [isStale ? "Old" : isLate ? "Old data" : "", ageText(ageMs)]
  // In two lines it breaks between the two ages.
  if (isOlder) said.push(`oldest input ${spanText(inputAgeMs)}`.replaceAll(" ", "\u00a0"))
  return { text: said.filter(Boolean).join(" · "), warns: isStale || isLate }
}
