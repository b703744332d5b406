import { z } from "zod"
import { groupBy } from "@/lib/domain/group-by"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { ExportedRecord } from "./fetch-record"
import { FEW, type Finding, findingOf } from "./record-finding"

const Facts = z.looseObject({
  source: z.string(),
  compared: z.looseObject({ options: z.looseObject({ source: z.string() }) }).exactOptional(),
  markets: z.looseObject({ source: z.string() }).exactOptional(),
})

/**
 * A service withholds the documents of a source when it stops to have the right, so that they stand together. Losers that are
 * withheld stand between others, or name a source that other calls publish.
 */
export function checkWithheld(records: readonly ExportedRecord[]): Finding {
  const published = new Set(
    records.flatMap(({ facts }) => {
      const known = Facts.safeParse(facts).data
      return [known, known?.compared?.options, known?.markets].flatMap((from) => (from ? [from.source] : []))
    }),
  )
  const contradicted = records.flatMap(({ id, withheld }) => {
    const source = withheld.find((name) => published.has(name))
    return source === undefined
      ? []
      : [`${id}: it is withheld because of ${source}, of which other calls are published.`]
  })
  return findingOf([...contradicted, ...scattered(records)], describeWithheld(records))
}

function scattered(records: readonly ExportedRecord[]): readonly string[] {
  const ended = records.filter(({ facts, withheld }) => facts !== null || withheld.length > 0)
  // Prediction markets are sealed at midnight alone, so that what names them stands between other closes.
  const series = groupBy(ended, ({ coin, decided_at }) => `${coin} ${Date.parse(decided_at) % DAY_MS === 0}`)
  return series.flatMap((own) => {
    const runs = own.filter(({ withheld }, index) => withheld.length > 0 && !own[index - 1]?.withheld.length).length
    return runs > FEW ? [`Calls on ${own[0].coin} are withheld in ${runs} places between others.`] : []
  })
}

/** How much of the record a reader cannot check; empty: nothing is withheld. */
function describeWithheld(records: readonly ExportedRecord[]): readonly string[] {
  const withheld = records.filter((record) => record.withheld.length > 0)
  if (withheld.length === 0) return []
  const sources = [...new Set(withheld.flatMap((record) => record.withheld))].toSorted()
  return [
    `Not checked: ${withheld.length} of ${records.length} calls are withheld because of the terms of ${sources.join(", ")}. ` +
      "Of these only commitments, hashes and links hold, and no rate counts them.",
  ]
}
