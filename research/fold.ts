import { DAY_MS } from "@/lib/domain/utc-day"
import type { RecordPorts } from "@/lib/usecases/record-answer"

/** A period of a study. `toMs` is not part of the period. */
export type Fold = { readonly name: string; readonly fromMs: number; readonly toMs: number }

const YEAR_MS = 365 * DAY_MS

/** Years counted back from the end, oldest first. The remaining time belongs to the first year. */
export function yearFolds(fromMs: number, toMs: number): readonly Fold[] {
  const years = Math.max(1, Math.floor((toMs - fromMs) / YEAR_MS))
  return Array.from({ length: years }, (_, index) => {
    const start = index === 0 ? fromMs : toMs - (years - index) * YEAR_MS
    const end = toMs - (years - index - 1) * YEAR_MS
    return { name: `${day(start)} to ${day(end - 1)}`, fromMs: start, toMs: end }
  })
}

/** The record with the calls of one fold. Outcomes and candles are not filtered. */
export function inFold(ports: RecordPorts, { fromMs, toMs }: Fold): RecordPorts {
  return {
    ...ports,
    sealed: {
      ...ports.sealed,
      async list() {
        const all = await ports.sealed.list()
        return all.filter(({ facts }) => facts.decisionTimeMs >= fromMs && facts.decisionTimeMs < toMs)
      },
    },
  }
}

function day(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10)
}
