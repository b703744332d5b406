import { DIRECTIONS } from "@/lib/domain/signals/direction"
import { COINS } from "@/lib/domain/market/coin"
import type { QuestionKind } from "@/lib/domain/prediction/market-question"
import { type BaselineResult, baselineResults, type DailyHistory } from "./baselines"
import { type Calibration, calibrationOf } from "./calibration"
import { compareOdds, type OddsComparison } from "./compare-odds"
import { compareVolatility, type VolatilityComparison } from "./compare-volatility"
import { type Performance, performanceOf } from "./evidence"
import { type RangeCoverage, rangeCoverageOf } from "./range-coverage"
import type { QuestionOutcome } from "./question-outcome"
import { isRevealed, type SealedFacts, type SealedSignal } from "./sealed-signal"
import { missedCloses, type Selected, type Selection, selectCalls } from "./select-calls"
import { HORIZONS, type CallWithOutcome, type MeasuredOutcome } from "./outcome"
import { type TouchScore, touchScoreOf } from "./touch-score"
import { type Significance, significanceOf } from "./significance"

export type Cell = Performance & { readonly key: string }

/** The track record of one selection. Only settled calls are counted by direction, so that no open call shows. */
export type TrackRecord = {
  readonly headline: Performance
  readonly significance: Significance
  readonly sample: {
    readonly emitted: number
    readonly missed: number
    readonly pending: number
    readonly unsettled: number
    readonly settled: number
    readonly directional: number
    readonly lean: number
    readonly neutral: number
    readonly degraded: number
    readonly void: number
    /** Directional share of the measured calls, `null` without any. */
    readonly coverage: number | null
    readonly firstCallMs: number | null
    readonly lastSettledMs: number | null
  }
  readonly baselines: readonly BaselineResult[]
  readonly calibration: Calibration | null
  readonly ranges: RangeCoverage
  readonly touch: TouchScore
  readonly compared: VolatilityComparison
  readonly markets: Readonly<Record<QuestionKind, OddsComparison>>
  readonly byCoin: readonly Cell[]
  /** One row per class that has a side, leaning classes included. */
  readonly byDirection: readonly Cell[]
  readonly bySide: readonly Cell[]
  readonly byHorizon: readonly Cell[]
  readonly byConfidence: readonly Cell[]
  readonly byMethodVersion: readonly Cell[]
}

/** Confidence runs from 0.45 to 0.62; equal bins over [0, 1] would put everything into two. */
const CONFIDENCE_CUTS = [0, 0.5, 0.52, 0.54, 0.56, 0.58, 1.01] as const

/** The statistics of the record at `selection.nowMs`; later records have no effect. */
export function computeStats(
  records: readonly SealedSignal[],
  outcomes: readonly MeasuredOutcome[],
  selection: Selection & {
    readonly daily: DailyHistory
    /** Whether a call may be compared with options, or with a prediction market. Absent: every one. */
    readonly mayCompare?: (facts: SealedFacts, side: "compared" | "markets") => boolean
    /** Results of sealed questions. Absent: none. */
    readonly results?: readonly QuestionOutcome[]
  },
): TrackRecord {
  const { horizon, daily, mayCompare = () => true, results = [] } = selection
  const selected = selectCalls(records, outcomes, selection)
  const { directional: calls, measured: windows } = selected
  // A result can be known before its call is revealed, and must not show that the call had the question.
  const asked = selected.emitted.filter(
    (facts) => !facts.degraded && isRevealed(facts, selection.nowMs) && mayCompare(facts, "markets"),
  )
  const ended = results.filter(({ endMs }) => endMs <= selection.nowMs)
  const oddsOf = (kind: QuestionKind) => compareOdds(asked, ended, kind)
  const headline = performanceOf(calls, { windows, horizon })
  const cell = (key: string, list: readonly CallWithOutcome[]): Cell => ({
    key,
    ...performanceOf(list, { windows, horizon }),
  })
  return {
    headline,
    significance: significanceOf(calls, headline, { windows, horizon }),
    sample: sampleOf(selected, missedCloses(records, selection)),
    baselines: baselineResults(calls, daily, horizon),
    calibration: calibrationOf(windows, horizon),
    ranges: rangeCoverageOf(windows, horizon),
    touch: touchScoreOf(windows, horizon),
    compared: compareVolatility(
      windows.filter(({ facts }) => mayCompare(facts, "compared")),
      horizon,
    ),
    markets: { close: oddsOf("close"), touch: oddsOf("touch") },
    byCoin: COINS.map((coin) =>
      cell(
        coin,
        calls.filter(({ facts }) => facts.coin === coin),
      ),
    ),
    byDirection: DIRECTIONS.filter((direction) => direction !== "NEUTRAL").map((direction) =>
      cell(
        direction,
        [...calls, ...selected.lean].filter(({ facts }) => facts.direction === direction),
      ),
    ),
    bySide: ([1, -1] as const).map((side) =>
      cell(
        side === 1 ? "long" : "short",
        calls.filter((call) => call.side === side),
      ),
    ),
    byHorizon: HORIZONS.map((other) => {
      const those = other === horizon ? selected : selectCalls(records, outcomes, { ...selection, horizon: other })
      return { key: other, ...performanceOf(those.directional, { windows: those.measured, horizon: other }) }
    }),
    byConfidence: confidenceBands().map(({ key, low, high }) =>
      cell(
        key,
        calls.filter(({ facts }) => low <= facts.confidence && facts.confidence < high),
      ),
    ),
    byMethodVersion: [...new Set(calls.map(({ facts }) => facts.methodVersion))].map((version) => {
      const ofVersion = ({ facts }: CallWithOutcome) => facts.methodVersion === version
      const own = { windows: windows.filter(ofVersion), horizon }
      return { key: version, ...performanceOf(calls.filter(ofVersion), own) }
    }),
  }
}

function sampleOf(selected: Selected, missed: number): TrackRecord["sample"] {
  const { emitted, measured, directional } = selected
  const settled = [...measured, ...selected.void]
  const lastSettledMs = settled.reduce((latest, { measured }) => Math.max(latest, measured.exitTimeMs), 0)
  return {
    emitted: emitted.length,
    missed,
    pending: selected.pending,
    unsettled: selected.unsettled,
    settled: settled.length,
    directional: directional.length,
    lean: selected.lean.length,
    neutral: selected.neutral.length,
    degraded: selected.degraded.length,
    void: selected.void.length,
    coverage: measured.length === 0 ? null : directional.length / measured.length,
    firstCallMs: emitted[0]?.decisionTimeMs ?? null,
    lastSettledMs: settled.length === 0 ? null : lastSettledMs,
  }
}

function confidenceBands() {
  return CONFIDENCE_CUTS.slice(0, -1).map((low, index) => {
    const high = CONFIDENCE_CUTS[index + 1] ?? 1.01
    return { key: `${low.toFixed(2)}–${Math.min(1, high).toFixed(2)}`, low, high }
  })
}
