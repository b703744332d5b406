import { groupBy } from "@/lib/domain/group-by"
import { HOUR_MS } from "@/lib/domain/utc-day"
import type { MarketQuestion, Question } from "./market-question"

/** Why a question is left out, in the order of the checks; duplicates are found last. */
export const LEFT_OUT = [
  "implausible",
  "not_open",
  "ending",
  "too_far",
  "dead",
  "crossed",
  "wide",
  "decided",
  "duplicate",
] as const

export type LeftOut = (typeof LEFT_OUT)[number]

const MAX_HOURS = 720
const MAX_SPREAD = 0.1
const MAX_LEVEL_RATIO = 10

/** What each reason means, for the documents and the answer. */
export const leftOutRules: Readonly<Record<LeftOut, string>> = {
  implausible:
    "a price is not between $0 and $1, a number of contracts or a level is not above zero, or the level is 10 times away from the price",
  not_open: "it is not open for trade",
  ending: "it ends within an hour, or has ended",
  too_far: `it ends later than our forecast reaches, ${MAX_HOURS} hours`,
  dead: "nobody bids or nobody asks",
  crossed: "the bid is not below the ask",
  wide: "bid and ask differ by more than 10 cents",
  decided: "it asks for a touch of a level that the price is already beyond",
  duplicate: "the same question is listed more than once",
}

/** A question that somebody bids on and somebody offers. */
export type QuotedQuestion = MarketQuestion & { readonly bid: number; readonly ask: number }

type Now = { readonly nowMs: number; readonly priceUsd: number }

/** The questions that our odds answer and that are traded, and how many were left out for each reason. */
export function usableQuestions(
  questions: readonly MarketQuestion[],
  now: Now,
): { readonly used: readonly QuotedQuestion[]; readonly leftOut: Readonly<Record<LeftOut, number>> } {
  const copies = new Map(groupBy(questions, idOf).map((same) => [idOf(same[0]), same.length]))
  const leftOut = {
    implausible: 0,
    not_open: 0,
    ending: 0,
    too_far: 0,
    dead: 0,
    crossed: 0,
    wide: 0,
    decided: 0,
    duplicate: 0,
  } satisfies Record<LeftOut, number>
  const used = questions.flatMap((question): readonly QuotedQuestion[] => {
    const { bid, ask } = question
    const reason = defectOf(question, now) ?? ((copies.get(idOf(question)) ?? 0) > 1 ? "duplicate" : null)
    if (reason !== null) leftOut[reason]++
    return reason === null && bid !== null && ask !== null ? [{ ...question, bid, ask }] : []
  })
  return { used, leftOut }
}

function defectOf(question: MarketQuestion, { nowMs, priceUsd }: Now): LeftOut | null {
  const { kind, side, levelUsd, untilMs, bid, ask, bidContracts, askContracts } = question
  const isPlausible =
    [bid, ask].every((price) => price === null || (price > 0 && price < 1)) &&
    (bid === null || isPositive(bidContracts)) &&
    (ask === null || isPositive(askContracts)) &&
    levelUsd < MAX_LEVEL_RATIO * priceUsd &&
    levelUsd > priceUsd / MAX_LEVEL_RATIO
  if (!isPlausible) return "implausible"
  if (!question.isOpen || !(question.openMs <= nowMs)) return "not_open"
  if (!(untilMs - nowMs >= HOUR_MS)) return "ending"
  if (untilMs - nowMs > MAX_HOURS * HOUR_MS) return "too_far"
  if (bid === null || ask === null) return "dead"
  if (bid >= ask) return "crossed"
  // Prices are whole tenths of a cent.
  if (Math.round(1e4 * (ask - bid)) > 1e4 * MAX_SPREAD) return "wide"
  const isBeyond = side === "above" ? priceUsd >= levelUsd : priceUsd <= levelUsd
  return kind === "touch" && isBeyond ? "decided" : null
}

function idOf({ kind, side, levelUsd, untilMs }: Question): string {
  return `${kind} ${side} ${levelUsd} ${untilMs}`
}

function isPositive(value: number): boolean {
  return value > 0 && Number.isFinite(value)
}
