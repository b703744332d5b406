import { groupBy } from "@/lib/domain/group-by"
import type { Sourced } from "@/lib/domain/market/candle-feed"
import { readBefore } from "@/lib/domain/before-close"
import type { PredictionMarket, Question } from "@/lib/domain/prediction/market-question"
import { questionOdds } from "@/lib/domain/prediction/question-odds"
import { usableQuestions } from "@/lib/domain/prediction/usable-questions"
import { round } from "@/lib/domain/round"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@/lib/domain/utc-day"
import type { VolatilityForecast } from "@/lib/domain/volatility/forecast"

type PricedQuestion = Question & { readonly market: number }

/** What a prediction market paid at a close for questions that our odds answer, from quotes before it. */
export type QuestionsAtClose = {
  readonly source: string
  readonly asOfMs: number
  readonly questions: readonly PricedQuestion[]
}

/** A question with the probabilities of Yes of both: the middle of bid and ask, and ours from the price and forecast of the close. */
export type SealedQuestion = PricedQuestion & { readonly forecast: number }

export type SealedQuestions = Omit<QuestionsAtClose, "questions"> & { readonly questions: readonly SealedQuestion[] }

type Close = { readonly closeMs: number; readonly priceUsd: number }

const MAX_QUESTIONS = { close: 5, touch: 3 } as const

/**
 * The questions that are sealed, once a day: of the ends of the next 24 hours the last one, and of touches every event, each
 * with levels spread over those that are traded. `null` at other closes, and without quotes shortly before the close.
 */
export function questionsAtClose(
  market: Sourced<PredictionMarket> | null,
  { closeMs, priceUsd }: Close,
): QuestionsAtClose | null {
  const quotes = market && readBefore([market.value.newest, market.value.beforeClose], closeMs)
  if (!market || !quotes || closeMs % DAY_MS !== 0) return null
  const { used } = usableQuestions(quotes.questions, { nowMs: closeMs, priceUsd })
  const settled = used.filter(({ untilMs }) => hourlyEndOf(untilMs) !== null)
  const ends = settled.filter(({ kind, untilMs }) => kind === "close" && untilMs - closeMs <= DAY_MS)
  const lastMs = Math.max(...ends.map(({ untilMs }) => untilMs))
  const chosen = settled.filter(({ kind, untilMs }) => kind === "touch" || untilMs === lastMs)
  const questions = groupBy(chosen, ({ kind, side, untilMs }) => `${kind} ${side} ${untilMs}`)
    .flatMap((event) =>
      spread(
        event.toSorted((a, b) => a.levelUsd - b.levelUsd),
        MAX_QUESTIONS[event[0].kind],
      ),
    )
    .map(({ ticker, kind, side, levelUsd, untilMs, bid, ask }) => {
      return { ticker, kind, side, levelUsd, untilMs, market: round((bid + ask) / 2, 5) }
    })
  return questions.length === 0 ? null : { source: market.source, asOfMs: quotes.atMs, questions }
}

export function sealedQuestions(
  { source, asOfMs, questions }: QuestionsAtClose,
  { closeMs, priceUsd, volatility }: Close & { readonly volatility: VolatilityForecast },
): SealedQuestions {
  const now = { volatility, closeMs, nowMs: closeMs, priceUsd }
  return {
    source,
    asOfMs,
    questions: questions.map((question) => ({ ...question, forecast: round(questionOdds(question, now), 6) })),
  }
}

/** The hourly close at the end or within a minute after it; `null`: the question ends at another time. */
export function hourlyEndOf(untilMs: number): number | null {
  const endMs = Math.ceil(untilMs / HOUR_MS) * HOUR_MS
  return endMs - untilMs <= MINUTE_MS ? endMs : null
}

/** Items at even distances, the first and the last among them. */
function spread<T>(items: readonly T[], most: number): readonly T[] {
  if (items.length <= most) return items
  const place = (index: number) => Math.round((index * (items.length - 1)) / (most - 1))
  const places = new Set(Array.from({ length: most }, (_, index) => place(index)))
  return items.filter((_, index) => places.has(index))
}
