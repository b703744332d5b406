import type { Study } from "@/research/study"
import { DAY_MS } from "@/lib/domain/utc-day"
import type { FitClose } from "./closes"
import type { DatedModel } from "./dated-model"
import { closesOfStudy, fitModel, type FitOptions } from "./fit-model"

/** The minimum number of days of outcomes for the first model. */
const MIN_FIT_DAYS = 365
const QUARTER_MONTHS = 3

/** One model per calendar quarter, each fitted on outcomes that were known when the quarter began. */
export function walkForwardModels(
  study: Study,
  closes: readonly FitClose[],
  options: Pick<FitOptions, "halfLifeMs"> = {},
): readonly DatedModel[] {
  const times = closes.map(({ timeMs }) => timeMs)
  const [first, last] = times.reduce(([low, high], time) => [Math.min(low, time), Math.max(high, time)], [Infinity, 0])
  return quartersBetween(first + MIN_FIT_DAYS * DAY_MS, last).map((fromMs) => ({
    fromMs,
    model: fitModel(study, closes, { ...options, untilMs: fromMs }),
  }))
}

/** The study with these models: every call uses the model of its quarter. Calls before the first model are omitted. */
export function withWalkForwardModels(study: Study): Study {
  return { ...study, models: walkForwardModels(study, closesOfStudy(study)) }
}

function quartersBetween(fromMs: number, toMs: number): readonly number[] {
  const start = new Date(fromMs)
  const quarters: number[] = []
  for (let month = QUARTER_MONTHS * Math.floor(start.getUTCMonth() / QUARTER_MONTHS); ; month += QUARTER_MONTHS) {
    const quarterMs = Date.UTC(start.getUTCFullYear(), month, 1)
    if (quarterMs > toMs) return quarters
    if (quarterMs >= fromMs) quarters.push(quarterMs)
  }
}
