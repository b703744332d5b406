import type { MeasuredOutcome } from "@/lib/domain/track-record/outcome"
import type { ExportedRecord } from "./fetch-record"

/** An outcome as the service measured it. */
export function measuredOf(id: string, outcome: ExportedRecord["outcomes"][number]): MeasuredOutcome {
  const { horizon, high, low, source } = outcome
  return {
    id,
    horizon,
    entryPriceUsd: outcome.entry_price,
    exitPriceUsd: outcome.exit_price,
    exitTimeMs: Date.parse(outcome.exit_time),
    ...(high !== null && { highUsd: high }),
    ...(low !== null && { lowUsd: low }),
    source,
  }
}
