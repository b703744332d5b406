import { z } from "zod"
import { isLive } from "@/lib/domain/track-record/sealed-signal"
import { isDailyClose } from "@/lib/domain/track-record/touch-levels"
import type { ExportedRecord } from "./fetch-record"

const Sealed = z.looseObject({
  coin: z.string(),
  decisionTimeMs: z.number(),
  sealedAtMs: z.number(),
  compared: z.unknown().optional(),
  markets: z.unknown().optional(),
})

type Sealed = z.output<typeof Sealed> & Pick<ExportedRecord, "id">

/**
 * How many calls have quotes of options and of prediction markets beside them since a coin's first ones. Quotes are not archived, so that
 * nothing shows whether there were any where none are sealed: closes at which the others won could be left out.
 */
export function describeSealedQuotes(records: readonly Pick<ExportedRecord, "id" | "facts">[]): readonly string[] {
  const live = records.flatMap(({ id, facts }) => {
    const { data } = Sealed.safeParse(facts)
    return data !== undefined && isLive(data) ? [{ ...data, id }] : []
  })
  const daily = live.filter(({ decisionTimeMs }) => isDailyClose(decisionTimeMs))
  return [
    ...countText(live, "compared", "live calls have quotes of options"),
    ...countText(daily, "markets", "live daily closes have quotes of a prediction market"),
  ]
}

function countText(calls: readonly Sealed[], name: "compared" | "markets", what: string): readonly string[] {
  const begun = new Set<string>()
  const since = calls.filter((call) => {
    if (call[name] !== undefined) begun.add(call.coin)
    return begun.has(call.coin)
  })
  const without = since.filter((call) => call[name] === undefined)
  if (since.length === 0) return []
  const count = `${since.length - without.length} of ${since.length} ${what} beside them since the first ones`
  return [
    without.length === 0
      ? `${count}.`
      : `Not checked: ${count}. ${without.length} have none, first ${without[0]?.id}: there were no quotes, or they were left out.`,
  ]
}
