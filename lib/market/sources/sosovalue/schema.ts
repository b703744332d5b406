import { z } from "zod"
import type { ReadProviderError, ProviderError } from "@/lib/outbound/provider-error"
import { MAX_NAME_CHARS, providerText } from "@/lib/market/sources/wire/provider-text"
import { validRows, tooManyDropped } from "@/lib/market/sources/wire/valid-rows"
import { numStr } from "@/lib/market/sources/wire/num-str"

const IsoDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/)

const SummaryDay = z.looseObject({ date: IsoDate, total_net_inflow: numStr })

export type SosoSummaryDay = z.output<typeof SummaryDay>

/** Newest first, amounts in US dollars. */
export const SummaryAnswer = z.looseObject({ code: z.literal(0), data: validRows(SummaryDay, 1000) })

const ChartDays = validRows(z.looseObject({ date: IsoDate, totalNetInflow: numStr }), 2000)

/** About 300 trading days, newest first, in US dollars. The rows are in `data`, or in `data.list`. */
export const InflowChartAnswer = z.looseObject({
  code: z.literal(0),
  data: z.union([ChartDays, z.looseObject({ list: ChartDays }).transform(({ list }) => list)]),
})

/** `status` is "1" once reported, "3" while pending. */
const Reported = z.looseObject({ value: numStr.nullable(), lastUpdateDate: IsoDate, status: z.string() })

/** `null` if unreadable, for example for a fund that is listed but does not trade yet. */
const Fund = z.looseObject({ ticker: z.string(), dailyNetInflow: Reported.nullable().catch(null) })

const Funds = z
  .array(Fund)
  .max(200)
  .refine((funds) => {
    const unreadable = funds.filter(({ dailyNetInflow }) => dailyNetInflow === null).length
    return !tooManyDropped(unreadable, funds.length)
  }, "the flows of too many funds are unreadable")

/** All funds of the newest day, in US dollars. */
export const CurrentMetricsAnswer = z.looseObject({
  code: z.literal(0),
  data: z.looseObject({ dailyNetInflow: Reported, list: Funds }),
})

export type SosoCurrentMetrics = z.output<typeof CurrentMetricsAnswer>["data"]

const Company = z.looseObject({
  ticker: z.string().regex(/^[\w.]{1,20}$/),
  name: providerText(MAX_NAME_CHARS),
  list_location: z.string(),
})

export type SosoCompany = z.output<typeof Company>

/** Public companies that hold bitcoin. */
export const CompaniesAnswer = z.looseObject({ code: z.literal(0), data: validRows(Company, 1000) })

const Purchase = z.looseObject({ date: IsoDate, btc_holding: numStr, btc_acq: numStr, acq_cost: numStr.nullable() })

export type SosoPurchase = z.output<typeof Purchase>

/** Purchases and sales of one company with its holding at that time, in coins and US dollars. */
export const PurchasesAnswer = z.looseObject({ code: z.literal(0), data: validRows(Purchase, 5000) })

const ErrorBody = z.looseObject({ code: z.int(), message: z.string().nullable().optional() })

/** Errors have a code other than 0, with status 200 or 401. */
export const readSosoValueError: ReadProviderError = (body) => {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success || parsed.data.code === 0) return null
  return { kind: kindOf(parsed.data.code), message: `SoSoValue refused (${parsed.data.code}).` }
}

function kindOf(code: number): ProviderError["kind"] {
  const status = code >= 100_000 ? Math.floor(code / 1000) : code
  if (code === 400_101 || status === 401 || status === 403) return "auth"
  if (status === 429) return "rate_limited"
  return status >= 500 ? "network" : "not_found"
}
