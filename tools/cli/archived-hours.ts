import type { Candle } from "@/lib/domain/market/candle"
import { type QuestionOutcome, settleQuestion } from "@/lib/domain/track-record/question-outcome"
import type { SealedFacts } from "@/lib/domain/track-record/sealed-signal"

/** Hourly candles by coin and provider, and by their opening. */
export type ArchivedHours = Map<string, Map<number, Candle>>

type Call = {
  readonly coin: string
  readonly inputs: readonly { readonly name: string; readonly source: string }[]
}

/** Adds the hourly candles of a call's inputs. The first call after a close has the candle as results read it. */
export function rememberHours(
  known: ArchivedHours,
  { coin, inputs }: Call,
  { hours }: { readonly hours: readonly Candle[] | null },
): void {
  const key = `${coin} ${inputs.find(({ name }) => name === "hours")?.source ?? ""}`
  const own = known.get(key) ?? new Map<number, Candle>()
  known.set(key, own)
  for (const candle of hours ?? []) if (!own.has(candle.openTimeMs)) own.set(candle.openTimeMs, candle)
}

type Asked = Call & Pick<SealedFacts, "id" | "decisionTimeMs" | "priceUsd" | "source" | "markets">

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
