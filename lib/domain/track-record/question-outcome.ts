import { type Candle, intervalMs, isClosed } from "@/lib/domain/market/candle"
import type { Candles } from "@/lib/domain/market/candle-feed"
import type { Question } from "@/lib/domain/prediction/market-question"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { hourlyEndOf } from "./sealed-questions"
import type { SealedFacts } from "./sealed-signal"

/** The result of a sealed question by the candles of the record, with the price that decided it. */
export type QuestionOutcome = {
  readonly id: string
  readonly ticker: string
  readonly isYes: boolean
  readonly priceUsd: number
  readonly endMs: number
  readonly source: string
}

/**
 * The result of a question once its time is over, by hourly candles; `null` until then, and where a candle is missing.
 *
 * A touch counts at the end, because early results would all be Yes. Levels belong to the sealed price: a provider of candles
 * that is not that of the price is read in the proportion of the two.
 */
export function settleQuestion(
  facts: Pick<SealedFacts, "id" | "decisionTimeMs" | "priceUsd" | "source">,
  { ticker, kind, side, levelUsd, untilMs }: Question,
  hours: Candles,
  nowMs: number,
): QuestionOutcome | null {
  const endMs = hourlyEndOf(untilMs)
  if (endMs === null || endMs > nowMs) return null
  const entry = hours.value.find((hour) => closeOf(hour) === facts.decisionTimeMs)
  const entryUsd = hours.source === facts.source ? facts.priceUsd : entry?.closeUsd
  const window = hours.value.filter(
    (hour) => hour.openTimeMs >= facts.decisionTimeMs && closeOf(hour) <= endMs && isClosed(hour, "1h", nowMs),
  )
  const last = window.at(-1)
  if (entryUsd === undefined || last === undefined || window.length < (endMs - facts.decisionTimeMs) / HOUR_MS)
    return null
  const extremes = window.map(({ highUsd, lowUsd }) => (side === "above" ? highUsd : lowUsd))
  const extreme = side === "above" ? Math.max(...extremes) : Math.min(...extremes)
  const priceUsd = ((kind === "touch" ? extreme : last.closeUsd) * facts.priceUsd) / entryUsd
  const isYes = side === "above" ? priceUsd > levelUsd : priceUsd < levelUsd
  return { id: facts.id, ticker, isYes, priceUsd, endMs, source: hours.source }
}

function closeOf({ openTimeMs }: Candle): number {
  return openTimeMs + intervalMs["1h"]
}
