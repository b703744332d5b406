import { z } from "zod"
import type { ReadProviderError } from "@/lib/outbound/provider-error"

/** Daily series that are read: VIX, 10-year yield in percent, S&P 500, broad dollar index, 3-month bill in percent. */
export type FredSeries = "VIXCLS" | "DGS10" | "SP500" | "DTWEXBGS" | "DGS3MO"

/** Values are text; `.` is a day without value. */
export const ObservationsAnswer = z.looseObject({
  observations: z.array(z.looseObject({ date: z.string(), value: z.string() })).max(20_000),
})

const ErrorBody = z.looseObject({ error_code: z.int(), error_message: z.string() })

/** Errors are `{"error_code":400,"error_message":"…"}`, including a bad key. */
export const readFredError: ReadProviderError = (body) => {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success) return null
  const { error_code, error_message } = parsed.data
  if (error_code === 429) return { kind: "rate_limited", message: "FRED asks for fewer requests." }
  return { kind: /api_key/.test(error_message) ? "auth" : "not_found", message: `FRED refused (${error_code}).` }
}
