import { z } from "zod"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import type { ReadProviderError } from "@/lib/outbound/provider-error"

const MAX_ROWS = 200
const NO_VALUE = "-"

/** A value is text, `-` for a month without one. `M13` is the mean of a year. */
const Row = z.looseObject({
  year: z.string().regex(/^\d{4}$/),
  period: z.string().regex(/^[MQSA]\d{2}$/),
  value: z.union([
    z.literal(NO_VALUE).transform(() => null),
    z.string().trim().min(1).transform(Number).refine(Number.isFinite),
  ]),
})

const Series = z.looseObject({ seriesID: z.string(), data: validRows(Row, MAX_ROWS) })
const Results = z.looseObject({ series: z.array(Series).max(25) })

/** The documents of the interface have a list with one object in `Results`; the interface sends the object. */
export const TimeSeriesAnswer = z.looseObject({
  status: z.literal("REQUEST_SUCCEEDED"),
  Results: z.union([Results, z.tuple([Results]).transform(([results]) => results)]),
})

export type BlsSeries = z.output<typeof Series>

const ErrorBody = z.looseObject({ status: z.string(), message: z.array(z.string()).max(100) })

/** A request that was not processed has status 200 and says why in `message`. */
export const readBlsError: ReadProviderError = (body) => {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success || parsed.data.status === "REQUEST_SUCCEEDED") return null
  const message = `BLS did not process the request (${parsed.data.status}).`
  const isDailyLimit = parsed.data.message.some((text) => /threshold/i.test(text))
  return { kind: isDailyLimit ? "rate_limited" : "not_found", message }
}
