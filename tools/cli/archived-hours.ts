import { z } from "zod"
import { type Candle, isClosed } from "@/lib/domain/market/candle"
import { type QuestionOutcome, settleQuestion } from "@/lib/domain/track-record/question-outcome"
import { extremesOf } from "@/lib/domain/track-record/outcome"
import { HOUR_MS } from "@/lib/domain/utc-day"
import type { ExportedRecord } from "./fetch-record"
import type { SealedFacts } from "@/lib/domain/track-record/sealed-signal"

/** A candle, and the decision of the first call that read it closed. */
type ReadHour = Candle & { readonly readMs: number }

/** Hourly candles by coin and provider, and by their opening. */
export type ArchivedHours = Map<string, Map<number, ReadHour>>

type Call = {
  readonly coin: string
  readonly decisionTimeMs: number
  readonly inputs: readonly { readonly name: string; readonly source: string }[]
}

/**
 * Adds the hourly candles of a call's inputs that had closed at its decision: an hour that still ran has no final prices. The first
 * call after a close has the candle as results read it, which are measured once, after the close; later corrections change neither.
 */
export function rememberHours(
  known: ArchivedHours,
  { coin, decisionTimeMs, inputs }: Call,
  { hours }: { readonly hours: readonly Candle[] | null },
): void {
  const key = `${coin} ${inputs.find(({ name }) => name === "hours")?.source ?? ""}`
  const own = known.get(key) ?? new Map<number, ReadHour>()
  known.set(key, own)
  for (const candle of hours ?? []) {
    if (isClosed(candle, "1h", decisionTimeMs) && !own.has(candle.openTimeMs))
      own.set(candle.openTimeMs, { ...candle, readMs: decisionTimeMs })
  }
}

/**
 * Of the outcomes whose prices are right, those whose highest or lowest price is not that of the hours of their window. A window with an
 * hour that was not read is left out.
 */
export function wrongExtremes(
  records: readonly ExportedRecord[],
  known: ArchivedHours,
  rightPrices: ReadonlySet<string>,
): readonly string[] {
  return records.flatMap(({ id, coin, decided_at, outcomes }) =>
    outcomes.flatMap(({ horizon, source, exit_time, high, low }) => {
      if (!rightPrices.has(`${id} ${horizon}`)) return []
      const [fromMs, toMs] = [Date.parse(decided_at), Date.parse(exit_time)]
      const window = hoursBetween(known.get(`${coin} ${source}`), fromMs, toMs)
      const { highUsd, lowUsd } = extremesOf(window, fromMs, toMs)
      if (highUsd === undefined) return []
      const isHigh = high !== null && high !== highUsd
      if (!isHigh && (low === null || low === lowUsd)) return []
      return [`${id} ${horizon}: its ${isHigh ? "highest" : "lowest"} price is not that of the hours of its window.`]
    }),
  )
}

const Sealed = z.looseObject({ sealedAtMs: z.number(), touch: z.unknown().optional() })

/**
 * Outcomes without a highest or a lowest price although every hour of their window was known when they were measured: sealed inputs of
 * calls up to the exit have all of them. Outcomes of before the first sealed touch odds are older than these prices.
 */
export function missingExtremes(records: readonly ExportedRecord[], known: ArchivedHours): readonly string[] {
  const sealed = records.flatMap(({ facts, ...record }) => {
    const { data } = Sealed.safeParse(facts)
    return data === undefined ? [] : [{ ...record, ...data }]
  })
  const sinceMs = sealed.find(({ touch }) => touch !== undefined)?.sealedAtMs ?? Infinity
  const missing = sealed.flatMap(({ id, coin, decided_at, sealedAtMs, outcomes }) =>
    outcomes.flatMap(({ horizon, source, exit_time, high, low }) => {
      const [fromMs, toMs] = [Date.parse(decided_at), Date.parse(exit_time)]
      if ((high !== null && low !== null) || Math.max(sealedAtMs, toMs) < sinceMs) return []
      const window = hoursBetween(known.get(`${coin} ${source}`), fromMs, toMs).filter(({ readMs }) => readMs <= toMs)
      return extremesOf(window, fromMs, toMs).highUsd === undefined ? [] : [`${id} ${horizon}`]
    }),
  )
  return missing.length === 0
    ? []
    : [
        `${missing.length} outcomes have no highest or no lowest price, although every hour of their window is known, first ` +
          `${missing[0]}: touch odds that were wrong could be left out of their score.`,
      ]
}

/** The hours from one time to another, as far as they are known. */
export function hoursBetween<Hour extends Candle>(
  known: ReadonlyMap<number, Hour> | undefined,
  fromMs: number,
  toMs: number,
): readonly Hour[] {
  const count = Math.max(0, Math.ceil((toMs - fromMs) / HOUR_MS))
  return Array.from({ length: count }, (_, hour) => known?.get(fromMs + hour * HOUR_MS)).filter(
    (hour) => hour !== undefined,
  )
}

type Asked = Call & Pick<SealedFacts, "id" | "priceUsd" | "source" | "markets">

/** The results of the questions whose time is over in the candles of the price's own provider. */
export function settleQuestions(calls: readonly Asked[], known: ArchivedHours): readonly QuestionOutcome[] {
  return calls.flatMap((call) => {
    const own = known.get(`${call.coin} ${call.source}`)
    if (own === undefined || call.markets === undefined) return []
    const value = [...own.values()].toSorted((a, b) => a.openTimeMs - b.openTimeMs)
    const hours = { value, source: call.source, asOfMs: 0, fetchedAtMs: 0 }
    return call.markets.questions.flatMap((question) => settleQuestion(call, question, hours, Infinity) ?? [])
  })
}
