import { intervalMs } from "@/lib/domain/market/candle"
import type { Coin } from "@/lib/domain/market/coin"
import { previousDirectionAt, type DecidedDirection } from "@/lib/domain/signals/previous-direction"
import type { Signal, SignalParams } from "@/lib/domain/signals/compute-signal"
import { type MarketInputs, NO_INPUTS } from "@/lib/domain/signals/market-inputs"
import { LOOKBACK } from "@/lib/domain/signals/market-view"
import { type CallContent, DECISION_SPACING_MS } from "@/lib/domain/track-record/sealed-signal"
import { contentOf, signalFrom } from "@/lib/usecases/call-at-close"
import { type CandleHistory, movingWindow } from "./candles"
import { type DatedModel, modelAt } from "./fit/dated-model"
import type { StudySeries } from "./series"

/** A call at one close of the study, with flags, volatility and levels. */
export type StudyCall = { readonly decisionTimeMs: number; readonly content: CallContent } & Pick<
  Signal,
  "flags" | "volatility" | "levels"
>

export type ReplayInput = {
  readonly coin: Coin
  readonly history: CandleHistory
  readonly series: StudySeries
  readonly minimum?: NonNullable<SignalParams["minimum"]>
  /** Walk-forward models, oldest first; calls before the first are left out. Absent: the current method's model. */
  readonly models?: readonly DatedModel[]
}

/** Rows of a daily or 8-hourly series: more than any vote reads. */
const SERIES_ROWS = 70
/** Days of candles before the first decision, so that every average has enough data. */
export const WARM_UP_DAYS = 365

/** Every 4h close of a history that can be decided, from its warm-up to its end. */
export function closesOf({ hours }: CandleHistory): { readonly fromMs: number; readonly toMs: number } {
  const first = hours[0]?.openTimeMs ?? 0
  const end = (hours.at(-1)?.openTimeMs ?? 0) + intervalMs["1h"]
  const warmMs = first + WARM_UP_DAYS * intervalMs["1d"]
  return {
    fromMs: Math.ceil(warmMs / DECISION_SPACING_MS) * DECISION_SPACING_MS,
    toMs: Math.floor(end / DECISION_SPACING_MS) * DECISION_SPACING_MS,
  }
}

/**
 * The engine's calls from `fromMs` until before `toMs`, in order. Each call uses the data that was known then and
 * the class of the close before it.
 */
export function* replayCalls(
  { coin, history, series, minimum, models }: ReplayInput,
  span: { readonly fromMs: number; readonly toMs: number; readonly previous: DecidedDirection | null },
): Generator<StudyCall> {
  const inputsAt = createInputs({ coin, history, series })
  let last = span.previous
  for (let timeMs = span.fromMs; timeMs < span.toMs; timeMs += DECISION_SPACING_MS) {
    const model = models && modelAt(models, timeMs)
    if (models !== undefined && model === undefined) continue
    const previousDirection = previousDirectionAt(last, timeMs)
    const question = { decisionTimeMs: timeMs, previousDirection, ...(minimum && { minimum }), ...(model && { model }) }
    const found = signalFrom(inputsAt(timeMs), question)
    if (found === null) continue
    const { direction, flags, volatility, levels } = found.signal
    yield { decisionTimeMs: timeMs, content: contentOf(found, { previousDirection }), flags, volatility, levels }
    last = { decisionTimeMs: timeMs, direction }
  }
}

/** The inputs as of a time that only moves forward. */
export function createInputs({
  coin,
  history,
  series,
}: Pick<ReplayInput, "coin" | "history" | "series">): (timeMs: number) => MarketInputs {
  const hours = movingWindow(history.hours, "1h", LOOKBACK.hours)
  const fourHours = movingWindow(history.fourHours, "4h", LOOKBACK.fourHours)
  const days = movingWindow(history.days, "1d", LOOKBACK.days)
  const rows = {
    fearGreed: movingRows(series.fearGreed),
    vix: movingRows(series.vix),
    dxy: movingRows(series.dxy),
    spx: movingRows(series.spx),
    funding: movingRows(series.funding[coin] ?? []),
    etfFlows: movingRows(series.etfFlows[coin] ?? []),
  }
  return (timeMs) => {
    const sourced = <T>(value: readonly T[]) => ({ value, asOfMs: timeMs, source: "file" })
    return {
      ...NO_INPUTS,
      hours: sourced(hours(timeMs)),
      fourHours: sourced(fourHours(timeMs)),
      days: sourced(days(timeMs)),
      fearGreed: sourced(rows.fearGreed(timeMs)),
      vix: sourced(rows.vix(timeMs)),
      dxy: sourced(rows.dxy(timeMs)),
      spx: sourced(rows.spx(timeMs)),
      funding: sourced(rows.funding(timeMs)),
      etfFlows: sourced(rows.etfFlows(timeMs)),
    }
  }
}

/** The newest rows that begin at or before a time; the engine itself knows when each was published. */
function movingRows<T extends { readonly atMs: number }>(rows: readonly T[]): (timeMs: number) => readonly T[] {
  let end = 0
  return (timeMs) => {
    while (end < rows.length && (rows[end]?.atMs ?? 0) <= timeMs) end++
    return rows.slice(Math.max(0, end - SERIES_ROWS), end)
  }
}
