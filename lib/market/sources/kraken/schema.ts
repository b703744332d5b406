import { z } from "zod"
import type { ReadProviderError, ProviderError } from "@/lib/outbound/provider-error"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import { numStr } from "@/lib/market/sources/wire/num-str"

/** Time in seconds, open, high, low, close, volume-weighted price, volume, trades. */
const OhlcRow = z.tuple([z.int(), numStr, numStr, numStr, numStr, numStr, numStr, z.int()], z.unknown())

export type KrakenOhlc = z.output<typeof OhlcRow>

/** The only key other than `last` names the market, in another spelling than the request. */
function onlyMarket<T>(result: Readonly<Record<string, T>>): T | undefined {
  return Object.entries(result).find(([key]) => key !== "last")?.[1]
}

/** Ascending, at most the 720 newest; the last row is the running candle. */
export const Ohlc = z.looseObject({
  result: z.record(z.string(), z.unknown()).transform(onlyMarket).pipe(validRows(OhlcRow, 1000)),
})

/** `c` is the last trade: price, then size. */
export const Ticker = z.looseObject({
  result: z
    .record(z.string(), z.unknown())
    .transform(onlyMarket)
    .pipe(z.looseObject({ c: z.tuple([numStr], z.unknown()) })),
})

/** Price, size, time of the last change in seconds. */
const DepthRow = z.tuple([numStr, numStr], z.unknown())

export const Depth = z.looseObject({
  result: z
    .record(z.string(), z.unknown())
    .transform(onlyMarket)
    .pipe(z.looseObject({ bids: validRows(DepthRow, 1_000), asks: validRows(DepthRow, 1_000) })),
})

const ErrorBody = z.looseObject({ error: z.array(z.string()).min(1) })

/**
 * Kraken reports faults with status 200: `{"error":["EQuery:Unknown asset pair"]}`.
 *
 * @see https://docs.kraken.com/api/docs/guides/spot-errors
 */
export const readKrakenError: ReadProviderError = (body) => {
  const parsed = ErrorBody.safeParse(body)
  if (!parsed.success) return null
  const text = parsed.data.error.join(", ").slice(0, 200)
  return { kind: kindOf(text), message: `Kraken refused: ${text}` }
}

function kindOf(text: string): ProviderError["kind"] {
  if (/too many requests|rate limit|throttled|lockout/i.test(text)) return "rate_limited"
  if (text.startsWith("EService") || text.includes("Internal error")) return "network"
  if (/permission|invalid key/i.test(text)) return "auth"
  return "not_found"
}
