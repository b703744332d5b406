import { z } from "zod"
import { goodRows } from "@/lib/sources/wire/good-rows"
import { numStr } from "@/lib/sources/wire/num-str"

/** Ascending. */
export const FundingRates = goodRows(z.looseObject({ fundingRate: numStr, fundingTime: numStr }), 1000)

/** Ascending, 30 days deep. */
export const OpenInterestHistory = goodRows(
  z.looseObject({ sumOpenInterest: numStr, sumOpenInterestValue: numStr, timestamp: numStr }),
  500,
)

export const AccountRatios = goodRows(z.looseObject({ longShortRatio: numStr, timestamp: numStr }), 500)

export const TakerVolumes = goodRows(z.looseObject({ buyVol: numStr, sellVol: numStr, timestamp: numStr }), 500)
