import { z } from "zod"
import { goodRows } from "@/lib/sources/wire/good-rows"
import { numStr } from "@/lib/sources/wire/num-str"

/** Amounts by peg (`peggedUSD`, `peggedEUR`, …); `{}` where nothing is known, a value can be numeric text. */
const Amounts = z.record(z.string(), numStr).catch({})

const Asset = z.looseObject({
  symbol: z.string(),
  pegType: z.string(),
  circulating: Amounts,
  circulatingPrevWeek: Amounts.optional(),
  price: numStr.nullable().optional().catch(null),
})

export type StablecoinAsset = z.output<typeof Asset>

export const StablecoinsAnswer = z.looseObject({ peggedAssets: goodRows(Asset, 3000) })

/** Ascending, one per day; `date` in seconds. */
const ChartDay = z.looseObject({ date: numStr, totalCirculating: Amounts })

export type StablecoinChartDay = z.output<typeof ChartDay>

export const StablecoinChartAnswer = goodRows(ChartDay, 6000)
