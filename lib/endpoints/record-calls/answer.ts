import type { Params, ResponseOf } from "@/lib/api/contract"
import type { recordCallsContract } from "./contract"
import { performanceOf } from "@/lib/domain/track-record/evidence"
import { isInStatedRange, RANGE_LEVEL, rangeCoverageOf, statedRange } from "@/lib/domain/track-record/range-coverage"
import { isRevealed, type SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { type RecordKind, selectCalls, type Selected } from "@/lib/domain/track-record/select-calls"
import type { Horizon, CallWithOutcome } from "@/lib/domain/track-record/outcome"
import { DAY_MS, isoTime } from "@/lib/domain/utc-day"
import { pair, type RecordPorts, rounded, touchFigures } from "@/lib/usecases/record-answer"
import { touchScoreOf } from "@/lib/domain/track-record/touch-score"
import { readShown } from "@/lib/usecases/sealed-rights"

type Answer = ResponseOf<typeof recordCallsContract>
type Row = Answer["calls"][number]

/** The calls of one coin, each with its public part as of now. */
export async function getRecordCalls(
  { coin, horizon, days }: Params<typeof recordCallsContract>,
  ports: Pick<RecordPorts, "sealed" | "outcomes" | "maySell" | "nowMs">,
): Promise<Answer> {
  const { nowMs } = ports
  const { records, outcomes: known } = await readShown(ports)
  const selected = (kind: RecordKind) =>
    selectCalls(records, known, { nowMs, kind, horizon, coin, windowMs: days * DAY_MS, methodVersion: null })
  const [live, replay] = [selected("live_paper"), selected("replay")]
  return {
    coin,
    horizon,
    days,
    figures: { live_paper: figuresOf(live, horizon), replay: figuresOf(replay, horizon) },
    calls: [
      ...rowsOf(live, { kind: "live_paper", horizon, nowMs }),
      ...rowsOf(replay, { kind: "replay", horizon, nowMs }),
    ].toSorted((a, b) => Date.parse(a.decided_at) - Date.parse(b.decided_at)),
    timestamp: isoTime(nowMs),
  }
}

type RowContext = { readonly kind: RecordKind; readonly horizon: Horizon; readonly nowMs: number }

function rowsOf(selected: Selected, context: RowContext): readonly Row[] {
  const settled = new Map([...selected.measured, ...selected.void].map((call) => [call.facts.id, call]))
  return selected.emitted.map((facts) => toRow(facts, settled.get(facts.id), context))
}

function toRow(facts: SealedFacts, settled: CallWithOutcome | undefined, { kind, horizon, nowMs }: RowContext): Row {
  const isOpen = !isRevealed(facts, nowMs)
  const range = statedRange(facts, horizon)
  return {
    id: facts.id,
    decided_at: isoTime(facts.decisionTimeMs),
    kind,
    price: facts.priceUsd,
    direction: isOpen ? null : facts.direction,
    degraded: isOpen ? null : facts.degraded,
    range: isOpen || range === null ? null : { low: rounded(range.low), high: rounded(range.high) },
    outcome: isOpen || settled === undefined ? null : toOutcome(settled),
  }
}

function toOutcome(call: CallWithOutcome): Row["outcome"] {
  const { outcome, measured, marketReturn } = call
  return {
    verdict: outcome,
    price: measured.exitPriceUsd,
    at: isoTime(measured.exitTimeMs),
    return_pct: rounded(100 * marketReturn),
    inside: outcome === "VOID" ? null : isInStatedRange(call),
  }
}

function figuresOf({ directional, measured }: Selected, horizon: Horizon): Answer["figures"]["replay"] {
  const calls = performanceOf(directional, { windows: measured, horizon })
  const ranges = rangeCoverageOf(measured, horizon)
  return {
    calls: {
      n: calls.n,
      n_effective: rounded(calls.nEffective),
      status: calls.status,
      won: directional.filter(({ outcome }) => outcome === "WIN").length,
      win_rate: rounded(calls.winRate),
      win_rate_ci95: pair(calls.winRateInterval),
      base_rate: rounded(calls.baseRate),
    },
    ranges: {
      n: ranges.n,
      n_effective: rounded(ranges.nEffective),
      status: ranges.status,
      inside: measured.filter((call) => isInStatedRange(call) === true).length,
      level: RANGE_LEVEL,
      coverage: rounded(ranges.coverage),
      ci95: pair(ranges.coverageInterval),
    },
    touch: touchFigures(touchScoreOf(measured, horizon)),
  }
}
