import type { Study } from "@/research/study"
import { round } from "@/lib/domain/round"
import type { MeasuredEvidence, MeasuredTiming } from "@/lib/domain/signals/evidence"
import { idOf, indicators } from "@/lib/domain/signals/registry"
import { holmCorrected } from "@/lib/domain/statistics/holm"
import { forecastModel } from "@/lib/domain/volatility/forecast-model"
import { isoDate } from "@/lib/domain/utc-day"
import { horizonHoursOf, votesOnHistory, type VoteWithReturn } from "./readings"
import { BLOCK_DAYS, REPS, SEED, type Timing, timingOf } from "./timing"

const SIGNIFICANCE = 0.05

/** Measures every reading before and after the date of the fit, and corrects for all tests together. */
export function measureEvidence(
  study: Study,
  progress: (done: number, total: number) => void,
  untilMs = Date.parse(`${forecastModel.seen.until}T00:00:00Z`),
): MeasuredEvidence {
  const votes = votesOnHistory(study, progress)
  const tests = indicators.map((indicator) => {
    const all = votes.get(idOf(indicator)) ?? []
    const before = all.filter(({ endMs }) => endMs <= untilMs)
    const since = all.filter(({ timeMs }) => timeMs >= untilMs)
    return { indicator, parts: { before: measured(before), since: measured(since) } }
  })
  const parts = tests.flatMap((test) => [test.parts.before, test.parts.since])
  const corrected = holmCorrected(parts.map((part) => part?.timing.p ?? null))
  const resultOf = (part: Part | null): MeasuredTiming | null =>
    part === null ? null : published(part, corrected[parts.indexOf(part)] ?? 1)
  return {
    fitUntil: isoDate(untilMs),
    coins: [...study.histories.keys()],
    bootstrap: { meanBlockDays: BLOCK_DAYS, reps: REPS, seed: SEED },
    tests: parts.filter((part) => part !== null).length,
    readings: Object.fromEntries(
      tests.map(({ indicator, parts: { before, since } }) => [
        idOf(indicator),
        {
          horizonHours: horizonHoursOf(indicator),
          before: resultOf(before),
          since: resultOf(since),
        },
      ]),
    ),
  }
}

type Part = { readonly fromMs: number; readonly toMs: number; readonly timing: Timing }

function measured(votes: readonly VoteWithReturn[]): Part | null {
  const timing = timingOf(votes)
  if (timing === null) return null
  const [fromMs, toMs] = votes.reduce(
    ([low, high], { timeMs, endMs }) => [Math.min(low, timeMs), Math.max(high, endMs)],
    [Infinity, 0],
  )
  return { fromMs, toMs, timing }
}

function published({ fromMs, toMs, timing }: Part, pHolm: number): MeasuredTiming {
  const { low, high } = timing.interval
  return {
    from: isoDate(fromMs),
    to: isoDate(toMs),
    n: timing.n,
    hitRate: round(timing.hitRate, 4),
    meanReturnPct: percent(timing.meanReturn),
    timingPct: percent(timing.timing),
    interval: [percent(low), percent(high)],
    pHolm: round(pHolm, 4),
    isSignificant: pHolm < SIGNIFICANCE && timing.timing > 0,
  }
}

function percent(fraction: number): number {
  return round(100 * fraction, 3)
}
