import { z } from "zod"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import { numStr } from "@/lib/market/sources/wire/num-str"

/** Ascending. */
export const FundingRates = validRows(z.looseObject({ fundingRate: numStr, fundingTime: numStr }), 1000)

/** Ascending, 30 days deep. */
export const OpenInterestHistory = validRows(
  z.looseObject({ sumOpenInterest: numStr, sumOpenInterestValue: numStr, timestamp: numStr }),
  500,
)

export const AccountRatios = validRows(z.looseObject({ longShortRatio: numStr, timestamp: numStr }), 500)

export const TakerVolumes = validRows(z.looseObject({ buyVol: numStr, sellVol: numStr, timestamp: numStr }), 500)

const positive = numStr.refine((value) => value > 0)

/** `lastFundingRate` is the newest estimate for the next settlement. */
export const PremiumIndex = z.looseObject({
  markPrice: positive,
  indexPrice: positive,
  lastFundingRate: numStr,
  time: z.int(),
})
