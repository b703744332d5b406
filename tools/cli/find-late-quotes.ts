import { z } from "zod"
import { isShortlyBefore } from "@/lib/domain/before-close"
import { isoTime } from "@/lib/domain/utc-day"
import type { ExportedRecord } from "./fetch-record"

const Quotes = z.looseObject({ asOfMs: z.number() })

const Sealed = z.looseObject({
  decisionTimeMs: z.number(),
  compared: z.looseObject({ options: Quotes }).optional(),
  markets: Quotes.optional(),
})

/** Calls whose quotes of options or prediction markets are not from the half hour before the close: they may know the outcome. */
export function findLateQuotes(records: readonly Pick<ExportedRecord, "id" | "facts">[]): readonly string[] {
  return records.flatMap(({ id, facts }) => {
    const { data } = Sealed.safeParse(facts)
    if (data === undefined) return []
    const quotes = { options: data.compared?.options.asOfMs, "prediction markets": data.markets?.asOfMs }
    return Object.entries(quotes).flatMap(([name, asOfMs]) =>
      asOfMs === undefined || isShortlyBefore(asOfMs, data.decisionTimeMs)
        ? []
        : [`${id}: its ${name} are of ${isoTime(asOfMs)}, which is not in the half hour before its close.`],
    )
  })
}
