import type { Params, ResponseOf } from "@/lib/api/contract"
import { DataUnavailableError, InvalidParamsError } from "@/lib/domain/errors"
import { openTimeOf } from "@/lib/domain/market/candle"
import { type Horizon, type MeasuredOutcome, withOutcome } from "@/lib/domain/track-record/outcome"
import { isInStatedRange } from "@/lib/domain/track-record/range-coverage"
import { DECISION_SPACING_MS, isLive, REVEAL_AFTER_MS, type SealedFacts } from "@/lib/domain/track-record/sealed-signal"
import { DAY_MS, isoDate, isoTime } from "@/lib/domain/utc-day"
import { type RecordPorts, rounded } from "@/lib/usecases/record-answer"
import { daysBetween, type historyContract, MAX_HISTORY_DAYS } from "./contract"

type Question = Params<typeof historyContract>
type Ports = Pick<RecordPorts, "sealed" | "outcomes" | "nowMs">
type Row = Readonly<Record<string, string | number | boolean | null>>

/** @throws {InvalidParamsError} for days that cannot be asked for together */
export function checkHistory({ from, to }: Pick<Question, "from" | "to">): void {
  const days = daysBetween(from, to)
  if (days < 1) throw new InvalidParamsError("invalid_query", { to: "must not be before from" })
  if (days <= MAX_HISTORY_DAYS) return
  throw new InvalidParamsError("invalid_query", {
    to: `at most ${MAX_HISTORY_DAYS} days at once, so continue with next_from`,
  })
}

/**
 * The calls of the whole UTC days of the window, with the outcomes that are known. A day is whole when its last close is a day
 * old, so that no later answer has another call of it.
 *
 * @throws {DataUnavailableError} without a call on a whole day of the window, so that nothing is sold
 */
export async function getHistory(
  question: Question,
  { sealed, outcomes, nowMs }: Ports,
): Promise<ResponseOf<typeof historyContract>> {
  const { coin, from, to, format } = question
  const [records, measured] = await Promise.all([sealed.list(), outcomes.list()])
  const endMs = Date.parse(to) + DAY_MS
  const notWholeMs = firstNotWholeDay(nowMs)
  const whole = records
    .map(({ facts }) => facts)
    .filter(({ decisionTimeMs, ...facts }) => facts.coin === coin && decisionTimeMs < notWholeMs)
    .toSorted((a, b) => a.decisionTimeMs - b.decisionTimeMs)
  const calls = whole.filter(({ decisionTimeMs }) => decisionTimeMs >= Date.parse(from) && decisionTimeMs < endMs)
  if (calls.length === 0) {
    throw new DataUnavailableError(
      `No call on ${coin} in these days, or their calls are not a day old. ${isoDate(notWholeMs)} is sold from ${isoTime(soldFrom(notWholeMs))}. Nothing was charged.`,
    )
  }
  const known = new Map(
    measured.filter(({ exitTimeMs }) => exitTimeMs <= nowMs).map((one) => [`${one.id} ${one.horizon}`, one] as const),
  )
  const rows = calls.map((facts) => rowOf(facts, (horizon) => known.get(`${facts.id} ${horizon}`)))
  const columns = Object.keys(rows[0] ?? {})
  const next = whole.find(({ decisionTimeMs }) => decisionTimeMs >= endMs)
  const nextMs = next ? openTimeOf(next.decisionTimeMs, "1d") : notWholeMs
  return {
    coin,
    from,
    to,
    format,
    days: [...new Set(calls.map(({ decisionTimeMs }) => isoDate(decisionTimeMs)))],
    rows: rows.length,
    columns,
    data: format === "csv" ? csvOf(columns, rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join(""),
    next_from: isoDate(nextMs),
    next_sold_at: isoTime(soldFrom(nextMs)),
    timestamp: isoTime(nowMs),
  }
}

/** Time from which the last call of a day is revealed. */
function soldFrom(dayMs: number): number {
  return dayMs + DAY_MS - DECISION_SPACING_MS + REVEAL_AFTER_MS
}

/** The first UTC day with a close that is not revealed. */
function firstNotWholeDay(nowMs: number): number {
  return openTimeOf(nowMs + DAY_MS - soldFrom(0), "1d")
}

function rowOf(facts: SealedFacts, outcomeAt: (horizon: Horizon) => MeasuredOutcome | undefined): Row {
  const { ranges, levels, compared } = facts
  const [stop, first, second, third] = [levels?.stopLossUsd, ...(levels?.takeProfitsUsd ?? [])]
  return {
    id: facts.id,
    decided_at: isoTime(facts.decisionTimeMs),
    kind: isLive(facts) ? "live_paper" : "replay",
    method_version: facts.methodVersion,
    price: facts.priceUsd,
    direction: facts.direction,
    degraded: facts.degraded,
    score: rounded(facts.score),
    strength: facts.strength,
    confidence: rounded(facts.confidence),
    p_up_24h: rounded(facts.pUp24h),
    low80_24h: rounded(ranges?.day.low ?? null),
    high80_24h: rounded(ranges?.day.high ?? null),
    low80_7d: rounded(ranges?.week.low ?? null),
    high80_7d: rounded(ranges?.week.high ?? null),
    stop_loss: stop ?? null,
    take_profit_1: first ?? null,
    take_profit_2: second ?? null,
    take_profit_3: third ?? null,
    forecast_sigma_24h: rounded(compared?.forecast.sigma24h ?? null),
    forecast_sigma_7d: rounded(compared?.forecast.sigma7d ?? null),
    options_sigma_24h: rounded(compared?.options.sigma24h ?? null),
    options_sigma_7d: rounded(compared?.options.sigma7d ?? null),
    ...outcomeOf("24h", facts, outcomeAt("24h")),
    ...outcomeOf("7d", facts, outcomeAt("7d")),
  }
}

function outcomeOf(horizon: Horizon, facts: SealedFacts, measured: MeasuredOutcome | undefined): Row {
  const call = measured && withOutcome(facts, measured)
  return {
    [`outcome_${horizon}`]: call?.outcome ?? null,
    [`exit_price_${horizon}`]: call?.measured.exitPriceUsd ?? null,
    [`exit_at_${horizon}`]: call === undefined ? null : isoTime(call.measured.exitTimeMs),
    [`return_pct_${horizon}`]: call === undefined ? null : rounded(100 * call.marketReturn),
    [`inside_${horizon}`]: call === undefined || call.outcome === "VOID" ? null : isInStatedRange(call),
  }
}

/** No text of these rows has a comma, a quote or a line break. @see https://www.rfc-editor.org/rfc/rfc4180 */
function csvOf(columns: readonly string[], rows: readonly Row[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))]
  return lines.map((cells) => `${cells.map((cell) => cell ?? "").join(",")}\r\n`).join("")
}
