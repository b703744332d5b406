import { z } from "zod"
import { MAX_TITLE_CHARS, providerText } from "@/lib/market/sources/wire/provider-text"
import { validRows } from "@/lib/market/sources/wire/valid-rows"

const Event = z.looseObject({
  title: providerText(MAX_TITLE_CHARS),
  country: z.string(),
  date: z.iso.datetime({ offset: true }),
  impact: z.string(),
  forecast: z.string(),
  previous: z.string(),
})

export type ForexFactoryEvent = z.output<typeof Event>

/** The events of one week, Sunday to Saturday in New York; `country` is a currency, or `All`. */
export const WeekAnswer = validRows(Event, 2000)
