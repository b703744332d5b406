import { z } from "zod"
import { MAX_TITLE_CHARS, providerText } from "@/lib/market/sources/wire/provider-text"
import { validRows } from "@/lib/market/sources/wire/valid-rows"

/** `days`: `28`, `27-28` or `1, 8`. `time`: `2:00 p.m.`, or empty. */
const Event = z.looseObject({
  title: providerText(MAX_TITLE_CHARS),
  month: z.string().regex(/^\d{4}-\d{2}$/),
  days: z.string().regex(/\d/),
  time: z.string().optional(),
})

export type FedEvent = z.output<typeof Event>

/** Events of past and coming months in no order; the list may end with an empty object. */
export const CalendarAnswer = z.looseObject({ events: z.preprocess(withoutEmpty, validRows(Event, 20_000)) })

function withoutEmpty(events: unknown): unknown {
  if (!Array.isArray(events)) return events
  return events.filter((event) => typeof event !== "object" || event === null || Object.keys(event).length > 0)
}
