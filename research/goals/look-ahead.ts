import type { Candle } from "@/lib/domain/market/candle"
import { type MarketInputs, NO_INPUTS } from "@/lib/domain/signals/market-inputs"
import { canonicalJson } from "@/lib/domain/track-record/canonical-json"
import { DECISION_SPACING_MS } from "@/lib/domain/track-record/sealed-signal"
import { DAY_MS } from "@/lib/domain/utc-day"
import { closesOf, type ReplayInput } from "@/research/replay-calls"
import { signalFrom } from "@/lib/usecases/call-at-close"

/** A year of candles before a close, and a week after it that a call must not read. */
const BEFORE_MS = 366 * DAY_MS
const AFTER_MS = 7 * DAY_MS

/** Number of calls that change when the future is removed, among `count` evenly spread closes. */
export function lookAhead(
  study: ReplayInput,
  count: number,
): { readonly compared: number; readonly differing: number } {
  const { fromMs, toMs } = closesOf(study.history)
  const stepMs = Math.floor((toMs - fromMs - AFTER_MS) / count)
  let [compared, differing] = [0, 0]
  for (let index = 0; index < count; index++) {
    const timeMs = fromMs + index * stepMs
    const ask = (untilMs: number) => fingerprint(inputsUntil(study, timeMs - BEFORE_MS, untilMs), timeMs, study.minimum)
    const [cut, whole] = [ask(timeMs), ask(timeMs + AFTER_MS)]
    if (cut === null && whole === null) continue
    compared++
    if (cut !== whole) differing++
  }
  return { compared, differing }
}

/** The sold content as canonical text. */
function fingerprint(inputs: MarketInputs, nowMs: number, minimum: ReplayInput["minimum"]): string | null {
  const decisionTimeMs = Math.floor(nowMs / DECISION_SPACING_MS) * DECISION_SPACING_MS
  const found = signalFrom(inputs, { decisionTimeMs, previousDirection: null, ...(minimum && { minimum }) })
  if (found === null) return null
  const { view: _, readings, ...signal } = found.signal
  const votes = readings.map(({ value, vote, asOfMs }) => ({ value, vote, asOfMs }))
  return canonicalJson({ ...signal, votes })
}

/** Rows of a span of time, whenever they were published. */
function inputsUntil({ coin, history, series }: ReplayInput, fromMs: number, untilMs: number): MarketInputs {
  // A point at the very end is known; a candle that opens there is not closed.
  const within = (atMs: number) => atMs >= fromMs && atMs <= untilMs
  const sourced = <T>(value: readonly T[]) => ({ value, asOfMs: untilMs, source: "file" })
  const candles = (list: readonly Candle[]) => sourced(between(list, fromMs, untilMs))
  const rows = <T extends { readonly atMs: number }>(list: readonly T[]) =>
    sourced(list.filter(({ atMs }) => within(atMs)))
  return {
    ...NO_INPUTS,
    hours: candles(history.hours),
    fourHours: candles(history.fourHours),
    days: candles(history.days),
    fearGreed: rows(series.fearGreed),
    vix: rows(series.vix),
    dxy: rows(series.dxy),
    spx: rows(series.spx),
    funding: rows(series.funding[coin] ?? []),
    etfFlows: rows(series.etfFlows[coin] ?? []),
  }
}

function between(candles: readonly Candle[], fromMs: number, untilMs: number): readonly Candle[] {
  const start = candles.findIndex(({ openTimeMs }) => openTimeMs >= fromMs)
  const end = candles.findIndex(({ openTimeMs }) => openTimeMs >= untilMs)
  return candles.slice(start, end < 0 ? undefined : end)
}
