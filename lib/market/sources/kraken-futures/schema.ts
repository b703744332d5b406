import { z } from "zod"
import { numStr } from "@/lib/market/sources/wire/num-str"
import { validRows } from "@/lib/market/sources/wire/valid-rows"

const Candle = z.looseObject({
  time: z.int(),
  open: numStr,
  high: numStr,
  low: numStr,
  close: numStr,
  volume: numStr,
})

export type KrakenFuturesCandle = z.output<typeof Candle>

/** Ascending. `time` is milliseconds; `volume` is contracts, and one contract of `PF_…` is one coin. */
export const Candles = z.looseObject({ candles: validRows(Candle, 5_000) })

export const Ticker = z.looseObject({ ticker: z.looseObject({ last: numStr, lastTime: z.iso.datetime() }) })

const positive = numStr.refine((value) => value > 0)

/** `fundingRatePrediction` is dollars a contract and hour, absent while the venue computes none. */
export const Quote = z.looseObject({
  ticker: z.looseObject({
    markPrice: positive,
    indexPrice: positive,
    fundingRatePrediction: numStr.optional().catch(undefined),
  }),
  serverTime: z.iso.datetime(),
})

const Rate = z.looseObject({ timestamp: z.iso.datetime(), relativeFundingRate: numStr })

/** `relativeFundingRate` is the fraction that longs paid for one hour; `fundingRate` is dollars a contract and is not read. */
export const FundingRates = z.looseObject({ rates: validRows(Rate, 20_000) })

/** Open, high, low, close. */
const Bar = z.tuple([z.unknown(), z.unknown(), z.unknown(), numStr.nullable()], z.unknown()).transform((bar) => bar[3])
const Values = z.array(z.union([numStr, Bar]).nullable())

/** Closes of a series by its times, which are seconds; `null` for a period without a value. Some series are within an object. */
export const Analytics = z.looseObject({
  result: z.looseObject({
    timestamp: z.array(z.int()).max(5_000),
    data: z.union([
      Values,
      z.looseObject({ openInterest: Values }).transform(({ openInterest }) => openInterest),
      z.looseObject({ ratio: Values }).transform(({ ratio }) => ratio),
    ]),
  }),
})
