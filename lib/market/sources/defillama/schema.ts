import { z } from "zod"
import { validRows } from "@/lib/market/sources/wire/valid-rows"
import { numStr } from "@/lib/market/sources/wire/num-str"

/** Amounts by peg (`peggedUSD`, `peggedEUR`, …); `{}` where nothing is known, a value can be numeric text. */
const Amounts = z.record(z.string(), numStr).catch({})

/** Ascending, one per day; `date` in seconds. */
const ChartDay = z.looseObject({ date: numStr, totalCirculating: Amounts })

export type StablecoinChartDay = z.output<typeof ChartDay>

export const StablecoinChartAnswer = validRows(ChartDay, 6000)
