import type { Params, ResponseOf } from "@/lib/api/contract"
import { DataUnavailableError, InvalidParamsError } from "@/lib/domain/errors"
import { openTimeOf } from "@/lib/domain/market/candle"
import type { Horizon } from "@/lib/domain/track-record/outcome"
import { DECISION_SPACING_MS, REVEAL_AFTER_MS, type SealedSignal } from "@/lib/domain/track-record/sealed-signal"
import { DAY_MS, isoDate, isoTime } from "@/lib/domain/utc-day"
import type { RecordPorts } from "@/lib/usecases/record-answer"
import { daysBetween, type historyContract, MAX_HISTORY_DAYS } from "./contract"
import { isSellable, type Row, soldRow } from "./row"

type Question = Params<typeof historyContract>
type Ports = Pick<RecordPorts, "sealed" | "outcomes" | "maySell" | "nowMs">

/** @throws {InvalidParamsError} for days that cannot be asked for together */
export function checkHistory({ from, to }: Pick<Question, "from" | "to">): void {
  if (from === undefined || to === undefined) return
  const days = daysBetween(from, to)
  if (days < 1) throw new InvalidParamsError("invalid_query", { to: "must not be before from" })
  if (days <= MAX_HISTORY_DAYS) return
  throw new InvalidParamsError("invalid_query", {
    to: `at most ${MAX_HISTORY_DAYS} days at once, so continue with next_from`,
  })
}

/** Whether a day of any coin is sold. */
export async function isHistorySold({ sealed, maySell, nowMs }: Omit<Ports, "outcomes">): Promise<boolean> {
  const records = await sealed.list()
  const notWholeMs = firstNotWholeDay(records, nowMs)
  return records.some(({ facts }) => facts.decisionTimeMs < notWholeMs && isSellable(facts, maySell))
}

/**
 * The calls of the whole UTC days of the window, with the outcomes that are known. A day is whole when its last close is a day
 * old and the record has a call of a later day, so that no later answer has another call of it.
 *
 * @throws {DataUnavailableError} without a call on a whole day of the window, so that nothing is sold
 */
export async function getHistory(
  question: Question,
  { sealed, outcomes, maySell, nowMs }: Ports,
): Promise<ResponseOf<typeof historyContract>> {
  const { coin, format } = question
  const [records, measured, results] = await Promise.all([sealed.list(), outcomes.list(), outcomes.listQuestions()])
  const notWholeMs = firstNotWholeDay(records, nowMs)
  const isBehind = soldFrom(notWholeMs) <= nowMs
  const whole = records
    .map(({ facts }) => facts)
    .filter(({ decisionTimeMs, ...facts }) => facts.coin === coin && decisionTimeMs < notWholeMs)
    .toSorted((a, b) => a.decisionTimeMs - b.decisionTimeMs)
  const newest = whole.findLast((facts) => isSellable(facts, maySell))
  const { from, to } = daysAsked(question, newest?.decisionTimeMs ?? notWholeMs - DAY_MS)
  const endMs = Date.parse(to) + DAY_MS
  const asked = whole.filter(({ decisionTimeMs }) => decisionTimeMs >= Date.parse(from) && decisionTimeMs < endMs)
  const calls = asked.filter((facts) => isSellable(facts, maySell))
  if (calls.length === 0) {
    throw new DataUnavailableError(
      `No call on ${coin} in these days that may be sold, or their calls are not a day old. ${isoDate(notWholeMs)} is sold ${isBehind ? "when the record, which is behind, has its calls" : `from ${isoTime(soldFrom(notWholeMs))}`}. Nothing was charged.`,
    )
  }
  const known = new Map(
    measured.filter(({ exitTimeMs }) => exitTimeMs <= nowMs).map((one) => [`${one.id} ${one.horizon}`, one] as const),
  )
  const ended = new Map(
    results.filter(({ endMs }) => endMs <= nowMs).map((one) => [`${one.id} ${one.ticker}`, one] as const),
  )
  const bitcoin = new Map(
    records.flatMap(({ facts }) => (facts.coin === "BTC" ? [[facts.decisionTimeMs, facts] as const] : [])),
  )
  const sold = calls.map((facts) => {
    const outcomeAt = (horizon: Horizon) => known.get(`${facts.id} ${horizon}`)
    const resultOf = (ticker: string) => ended.get(`${facts.id} ${ticker}`)
    return soldRow({ facts, bitcoin: bitcoin.get(facts.decisionTimeMs) ?? null, outcomeAt, resultOf }, maySell)
  })
  const rows = sold.map(({ row }) => row)
  const columns = Object.keys(rows[0] ?? {})
  const next = whole.find((facts) => facts.decisionTimeMs >= endMs && isSellable(facts, maySell))
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
    withheld: withheldBy([
      ...asked.filter((facts) => !calls.includes(facts)).map(({ source }) => ({ source, column: "*" })),
      ...sold.flatMap(({ withheld }) => withheld),
    ]),
    next_from: isoDate(nextMs),
    next_sold_at: isoTime(next === undefined && isBehind ? nowMs + DECISION_SPACING_MS : soldFrom(nextMs)),
    timestamp: isoTime(nowMs),
  }
}

/** The first and the last day. Without a last one it is the newest day that is sold, or the last one that may be asked for. */
function daysAsked({ from, to }: Question, newestMs: number): { readonly from: string; readonly to: string } {
  if (to !== undefined) return { from: from ?? to, to }
  const newest = isoDate(newestMs)
  if (from === undefined) return { from: newest, to: newest }
  const days = Math.min(Math.max(daysBetween(from, newest), 1), MAX_HISTORY_DAYS)
  return { from, to: isoDate(Date.parse(from) + (days - 1) * DAY_MS) }
}

/** Time from which the last call of a day is revealed. */
function soldFrom(dayMs: number): number {
  return dayMs + DAY_MS - DECISION_SPACING_MS + REVEAL_AFTER_MS
}

/** The first UTC day with a close that is not revealed, or that a record which is catching up may still get. */
function firstNotWholeDay(records: readonly Pick<SealedSignal, "facts">[], nowMs: number): number {
  const newestMs = records.reduce((newest, { facts }) => Math.max(newest, facts.decisionTimeMs), 0) || nowMs
  return openTimeOf(Math.min(newestMs, nowMs + DAY_MS - soldFrom(0)), "1d")
}

/** For each source whose terms forbid it, the columns that are null because of it; `*`: calls that are left out. */
function withheldBy(withheld: readonly { readonly source: string; readonly column: string }[]) {
  const columnsOf = (name: string) => withheld.filter(({ source }) => source === name).map(({ column }) => column)
  const sources = [...new Set(withheld.map(({ source }) => source))]
  return sources.map((source) => ({ source, columns: [...new Set(columnsOf(source))] }))
}

/** No text of these rows has a comma, a quote or a line break. @see https://www.rfc-editor.org/rfc/rfc4180 */
function csvOf(columns: readonly string[], rows: readonly Row[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((name) => row[name]))]
  return lines.map((cells) => `${cells.map((cell) => cell ?? "").join(",")}\r\n`).join("")
}
