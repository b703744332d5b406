import { z } from "zod"
import { isShortlyBefore } from "@/lib/domain/before-close"
import { isoTime } from "@/lib/domain/utc-day"
import type { ExportedRecord } from "./fetch-record"

const OptionsOf = z.looseObject({
  decisionTimeMs: z.number(),
  compared: z.looseObject({ options: z.looseObject({ asOfMs: z.number() }) }),
})

/** Calls whose options are not from the half hour before their close, so that they may know the outcome. */
export function findLateOptions(records: readonly Pick<ExportedRecord, "id" | "facts">[]): readonly string[] {
  return records.flatMap(({ id, facts }) => {
    const { data } = OptionsOf.safeParse(facts)
    if (data === undefined) return []
    const { decisionTimeMs, compared } = data
    if (isShortlyBefore(compared.options.asOfMs, decisionTimeMs)) return []
    return [
      `${id}: its options are of ${isoTime(compared.options.asOfMs)}, which is not in the half hour before its close.`,
    ]
  })
}
