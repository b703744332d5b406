import { z } from "zod"
import type { ReadProviderError, ProviderError } from "@/lib/outbound/provider-error"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import { numStr } from "@/lib/market/sources/wire/num-str"

/** Open time, open, high, low, close, base volume, close time, quote volume, trades, taker-buy base volume, … */
const Kline = z.tuple([z.int(), numStr, numStr, numStr, numStr, numStr, z.int(), numStr, z.int(), numStr], z.unknown())

export type BinanceKline = z.output<typeof Kline>

/** Ascending; the last one is the running candle unless `endTime` excludes it. */
export const Klines = validRows(Kline, 1000)

export const TickerPrices = z.array(z.looseObject({ symbol: z.string(), price: numStr })).max(100)

const ErrorBody = z.looseObject({ code: z.int(), msg: z.string() })

/**
 * Binance reports faults as `{"code":-1121,"msg":"Invalid symbol."}`.
 *
 * @see https://developers.binance.com/docs/binance-spot-api-docs/errors
 */
export const readBinanceError: ReadProviderError = (body) => {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success || parsed.data.code >= 0) return null
  return { kind: kindOf(parsed.data.code), message: `Binance refused (${parsed.data.code}): ${parsed.data.msg}` }
}

function kindOf(code: number): ProviderError["kind"] {
  if (code === -1003 || code === -1015) return "rate_limited"
  if (code > -1100) return "network"
  return "not_found"
}
