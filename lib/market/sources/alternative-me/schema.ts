import { z } from "zod"
import type { ReadProviderError } from "@/lib/outbound/provider-error"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import { numStr } from "@/lib/market/sources/wire/num-str"

const Day = z.looseObject({
  value: numStr.pipe(z.number().min(0).max(100)),
  value_classification: z.string().min(1).max(40),
  /** Seconds, 00:00 UTC of the day. */
  timestamp: numStr.pipe(z.int().positive()),
})

export type AlternativeMeDay = z.output<typeof Day>

/** Newest first; some days are missing. */
export const FearGreedAnswer = z.looseObject({ data: validRows(Day, 5000) })

const ErrorBody = z.looseObject({ metadata: z.looseObject({ error: z.string().min(1) }) })

/** Faults are reported with status 200 in `metadata.error`. */
export const readAlternativeMeError: ReadProviderError = (body) => {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success) return null
  return { kind: "network", message: `alternative.me refused: ${parsed.data.metadata.error.slice(0, 200)}` }
}
