import { z } from "zod"
import { ageText, spanText } from "@/lib/client/format/time"

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS

/**
 * How old the oldest input of an answer may be before that is worth a warning: markets close for a long weekend, and a
 * day's figure appears on the next one.
 */
const LONG_WEEKEND_MS = 4 * DAY_MS
const inputLimitMs: Readonly<Record<string, number>> = { dex_alpha: 30 * MINUTE_MS }

const Dated = z.object({ meta: z.object({ as_of: z.iso.datetime() }) })

/** When the oldest input of an answer is from; `null` where it does not say. */
export function oldestInputMs(body: unknown): number | null {
  const { data } = Dated.safeParse(body)
  return data ? Date.parse(data.meta.as_of) : null
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
  const isLate = inputAgeMs !== null && inputAgeMs > (inputLimitMs[endpoint] ?? LONG_WEEKEND_MS)
  const said = [isStale ? "Old" : isLate ? "Old data" : "", ageText(ageMs)]
  // In two lines it breaks between the two ages.
  if (isOlder) said.push(`oldest input ${spanText(inputAgeMs)}`.replaceAll(" ", "\u00a0"))
  return { text: said.filter(Boolean).join(" · "), warns: isStale || isLate }
}
