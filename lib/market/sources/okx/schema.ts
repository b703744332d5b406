import { z } from "zod"
import type { ReadProviderError, ProviderError } from "@/lib/outbound/provider-error"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import { numStr } from "@/lib/market/sources/wire/num-str"

/** Every answer: `{"code":"0","msg":"","data":[…]}`. */
function okxAnswer<Row>(row: z.ZodType<Row>, max = 400) {
  return z.looseObject({ code: z.literal("0"), data: validRows(row, max) })
}

/** Milliseconds, open, high, low, close, base volume, volume in currency, in quote currency, `"1"` once closed. */
const CandleRow = z.tuple([numStr, numStr, numStr, numStr, numStr, numStr, numStr, numStr, z.string()], z.unknown())

export type OkxCandle = z.output<typeof CandleRow>

/** Descending. */
export const CandleAnswer = okxAnswer(CandleRow)

export const TickerAnswer = okxAnswer(z.looseObject({ last: numStr, ts: numStr }))

/** Descending, for three months. `realizedRate` is the rate that was paid. */
export const FundingHistoryAnswer = okxAnswer(
  z.looseObject({ fundingRate: numStr, realizedRate: numStr.optional().catch(undefined), fundingTime: numStr }),
)

const positive = numStr.refine((value) => value > 0)

export const MarkPriceAnswer = okxAnswer(z.looseObject({ markPx: positive, ts: numStr }))

export const IndexAnswer = okxAnswer(z.looseObject({ idxPx: positive, ts: numStr }))

/** `fundingRate` is that of the settlement at `fundingTime`, which is to come. */
export const FundingRateAnswer = okxAnswer(
  z
    .looseObject({ fundingRate: numStr, fundingTime: numStr, nextFundingTime: numStr })
    .refine(({ fundingTime, nextFundingTime }) => nextFundingTime > fundingTime),
)

/** Time, contracts, coins, dollars; descending. */
export const OpenInterestHistoryAnswer = okxAnswer(z.tuple([numStr, numStr, numStr, numStr], z.unknown()))

/** Time, long accounts per short account; descending. */
export const LongShortAnswer = okxAnswer(z.tuple([numStr, numStr], z.unknown()))

/** Start of the period, sell volume, buy volume: sell stands first. Descending; the newest period is still open. */
export const TakerVolumeAnswer = okxAnswer(z.tuple([numStr, numStr, numStr], z.unknown()))

const ErrorBody = z.looseObject({ code: z.string(), msg: z.string() })

/**
 * Faults carry a code other than "0", whatever the status.
 *
 * @see https://www.okx.com/docs-v5/en/#error-code
 */
export const readOkxError: ReadProviderError = (body) => {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success || parsed.data.code === "0") return null
  const { code, msg } = parsed.data
  return { kind: kindOf(code), message: `OKX refused (${code}): ${msg.slice(0, 200)}` }
}

function kindOf(code: string): ProviderError["kind"] {
  if (code === "50011" || code === "50013" || code === "50061") return "rate_limited"
  if (code === "50026") return "network"
  if (/^5(?:00(?:1[2-9]|2)|1)/.test(code)) return "not_found"
  if (code.startsWith("501")) return "auth"
  return "network"
}
