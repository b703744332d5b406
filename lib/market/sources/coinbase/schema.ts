import { z } from "zod"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import { numStr } from "@/lib/market/sources/wire/num-str"

/** Time in seconds, low, high, open, close, volume: low stands before high, and both before open. */
const CandleRow = z.tuple([z.int(), numStr, numStr, numStr, numStr, numStr], z.unknown())

export type CoinbaseCandle = z.output<typeof CandleRow>

/** Descending; buckets without trades are absent. */
export const CandleRows = validRows(CandleRow, 400)

export const Ticker = z.looseObject({
  price: numStr,
  /** Time of the trade, with microseconds. */
  time: z.iso.datetime().transform((text) => Date.parse(text)),
})
