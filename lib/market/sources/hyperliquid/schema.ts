import { z } from "zod"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import { numStr } from "@/lib/market/sources/wire/num-str"

const CandleRow = z.looseObject({ t: z.int(), o: numStr, h: numStr, l: numStr, c: numStr, v: numStr })

export type HyperliquidCandle = z.output<typeof CandleRow>

/** Ascending; the last one is the running candle. About 5000 are kept. */
export const CandleSnapshot = validRows(CandleRow, 6000)

/** Mid price by coin name. */
export const AllMids = z.record(z.string(), z.unknown())

const price = numStr.refine((value) => value > 0)
const Context = z.looseObject({
  funding: numStr,
  openInterest: numStr,
  markPx: price,
  oraclePx: price,
  prevDayPx: price.nullable().catch(null),
  dayNtlVlm: numStr.catch(0),
})

export type HyperliquidContext = z.output<typeof Context>

/** Names and contexts stand at the same index of two arrays; a delisted coin may have an odd context. */
export const MetaAndContexts = z
  .tuple([
    z.looseObject({
      universe: z.array(z.looseObject({ name: z.string(), isDelisted: z.boolean().optional().catch(true) })).max(2000),
    }),
    z.array(Context.nullable().catch(null)).max(2000),
  ])
  // With a row missing every coin after it would have the numbers of another.
  .refine(([{ universe }, contexts]) => universe.length === contexts.length, "as many contexts as names")

/** Ascending, at most 500, one per settlement; the time has milliseconds of jitter. */
export const FundingHistory = validRows(
  z.looseObject({ fundingRate: numStr, premium: numStr.optional().catch(undefined), time: z.int() }),
  600,
)

const BookRows = validRows(z.looseObject({ px: numStr, sz: numStr }), 1_000)

/** Bids, then asks, the best price first. */
export const L2Book = z.looseObject({ levels: z.tuple([BookRows, BookRows]), time: z.int() })
