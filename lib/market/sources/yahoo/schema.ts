import { z } from "zod"
import type { ReadProviderError } from "@/lib/outbound/provider-error"

/** VIX, ICE dollar index, 10-year yield in percent, S&P 500, gold and WTI futures in dollars. */
export type YahooSymbol = "^VIX" | "DX-Y.NYB" | "^TNX" | "^GSPC" | "GC=F" | "CL=F"

/** `timestamp` holds opens of sessions or hours in seconds; a close is `null` where nothing traded. */
const Chart = z.looseObject({
  /** `gmtoffset` is that of the moment of the answer, in seconds, whatever the clocks said at a timestamp. */
  meta: z.looseObject({
    gmtoffset: z.int().catch(0),
    exchangeTimezoneName: z.string().refine(isTimeZone).optional().catch(undefined),
  }),
  timestamp: z.array(z.int()).max(20_000),
  indicators: z.looseObject({
    quote: z.array(z.looseObject({ close: z.array(z.number().nullable()).max(20_000) })).min(1),
  }),
})

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-CA", { timeZone: name }).resolvedOptions().timeZone !== ""
  } catch {
    return false
  }
}

export type YahooChart = z.output<typeof Chart>

export const ChartAnswer = z.looseObject({ chart: z.looseObject({ result: z.array(Chart).min(1) }) })

const ErrorBody = z.looseObject({
  chart: z.looseObject({ error: z.looseObject({ code: z.string(), description: z.string() }) }),
})

/** Faults are `{"chart":{"result":null,"error":{"code":"Not Found","description":"…"}}}`. */
export const readYahooError: ReadProviderError = (body) => {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success) return null
  const { code, description } = parsed.data.chart.error
  const message = `Yahoo refused (${code.slice(0, 40)}): ${description.slice(0, 160)}`
  return { kind: code === "Unauthorized" ? "auth" : "not_found", message }
}
