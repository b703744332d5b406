import type { CandleFeed } from "@/lib/domain/market/candle-feed"
import { COINS } from "@/lib/domain/market/coin"
import { settleQuestion } from "@/lib/domain/track-record/question-outcome"
import type { SealedStore, OutcomeStore } from "@/lib/domain/track-record/sealed-store"
import { HORIZONS, horizonMs, settle } from "@/lib/domain/track-record/outcome"

export type OutcomePorts = {
  readonly sealed: SealedStore
  readonly outcomes: OutcomeStore
  readonly candles: CandleFeed
}

/**
 * Stores every outcome that has become known, and the result of every sealed question, and returns their number. Repeating it
 * changes nothing.
 */
export async function measureOutcomes(ports: OutcomePorts, nowMs: number): Promise<number> {
  const [records, outcomes, results] = await Promise.all([
    ports.sealed.list(),
    ports.outcomes.list(),
    ports.outcomes.listQuestions(),
  ])
  const known = new Set([
    ...outcomes.map(({ id, horizon }) => `${id} ${horizon}`),
    ...results.map(({ id, ticker }) => `${id} ${ticker}`),
  ])
  let written = 0
  for (const coin of COINS) {
    const own = records.filter(({ facts }) => facts.coin === coin)
    const open = own.flatMap(({ facts }) =>
      HORIZONS.filter(
        (horizon) => facts.decisionTimeMs + horizonMs[horizon] <= nowMs && !known.has(`${facts.id} ${horizon}`),
      ).map((horizon) => ({ facts, horizon })),
    )
    const asked = own.flatMap(({ facts }) =>
      (facts.markets?.questions ?? [])
        .filter(({ ticker, untilMs }) => untilMs <= nowMs && !known.has(`${facts.id} ${ticker}`))
        .map((question) => ({ facts, question })),
    )
    const hours = open.length + asked.length === 0 ? null : await ports.candles.candles(coin, "1h")
    if (hours === null) continue
    const fresh = open.flatMap(({ facts, horizon }) => settle(facts, horizon, hours, nowMs) ?? [])
    if (fresh.length > 0) await ports.outcomes.add(fresh)
    const ended = asked.flatMap(({ facts, question }) => settleQuestion(facts, question, hours, nowMs) ?? [])
    if (ended.length > 0) await ports.outcomes.addQuestions(ended)
    written += fresh.length + ended.length
  }
  return written
}
