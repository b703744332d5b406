import { z } from "zod"
import type { ReadProviderError, ProviderError } from "@/lib/outbound/provider-error"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import { numStr } from "@/lib/market/sources/wire/num-str"

/** Every answer: `{"retCode":0,"retMsg":"OK","result":{"list":[…]},"time":ms}`. */
function bybitAnswer<Row>(row: z.ZodType<Row>) {
  return z.looseObject({ result: z.looseObject({ list: validRows(row, 1000) }), time: z.int() })
}

/** Milliseconds, open, high, low, close, base volume, turnover. Descending; the first one is the running candle. */
const KlineRow = z.tuple([numStr, numStr, numStr, numStr, numStr, numStr], z.unknown())

export type BybitKline = z.output<typeof KlineRow>

export const KlineAnswer = bybitAnswer(KlineRow)

export const TickerAnswer = bybitAnswer(z.looseObject({ lastPrice: numStr }))

const positive = numStr.refine((value) => value > 0)

/** `fundingRate` is that of the next settlement. */
export const QuoteAnswer = bybitAnswer(
  z.looseObject({
    markPrice: positive,
    indexPrice: positive,
    fundingRate: numStr,
    fundingIntervalHour: positive.nullable().catch(null),
  }),
)

/** Descending. */
export const FundingHistoryAnswer = bybitAnswer(z.looseObject({ fundingRate: numStr, fundingRateTimestamp: numStr }))

/** `openInterest` counts both sides of each contract since June 2026; `singleOpenInterest` counts one side. Coins. */
export const OpenInterestAnswer = bybitAnswer(
  z.looseObject({ openInterest: numStr, singleOpenInterest: numStr.optional().catch(undefined), timestamp: numStr }),
)

/** Shares of accounts that are long and short. */
export const AccountRatioAnswer = bybitAnswer(
  z.looseObject({ buyRatio: numStr, sellRatio: numStr.refine((ratio) => ratio > 0), timestamp: numStr }),
)

const ErrorBody = z.looseObject({ retCode: z.int(), retMsg: z.string() })

/**
 * Errors have a `retCode` other than 0 with status 200. An IP rate limit is plain text with status 403.
 *
 * @see https://bybit-exchange.github.io/docs/v5/error
 */
export const readBybitError: ReadProviderError = (body) => {
  if (typeof body === "string" && /access too frequent/i.test(body)) {
    return { kind: "rate_limited", message: "Bybit asks for fewer requests." }
  }
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success || parsed.data.retCode === 0) return null
  const { retCode, retMsg } = parsed.data
  return { kind: kindOf(retCode), message: `Bybit refused (${retCode}): ${retMsg.slice(0, 200)}` }
}

function kindOf(retCode: number): ProviderError["kind"] {
  if (retCode === 10006 || retCode === 10018) return "rate_limited"
  if (retCode === 10009 || retCode === 10024) return "geo_block"
  if (retCode === 10001 || retCode === 10002) return "not_found"
  return "network"
}
