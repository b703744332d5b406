import { CATEGORIES, type Category, type Vote } from "./indicator"
import { parameters } from "./parameters"

export type CategorizedVote = { readonly category: Category; readonly vote: Vote | null }

export type Counts = {
  readonly long: number
  readonly short: number
  readonly neutral: number
  readonly unavailable: number
}

export type CategoryVote = "LONG" | "SHORT" | "NEUTRAL" | "UNAVAILABLE"

export function countVotes(categorizedVotes: readonly CategorizedVote[]): Counts {
  const of = (vote: Vote | null) => categorizedVotes.filter((categorizedVote) => categorizedVote.vote === vote).length
  return { long: of("long"), short: of("short"), neutral: of("neutral"), unavailable: of(null) }
}

export function perCategory<T>(of: (category: Category) => T): Record<Category, T> {
  const [sentiment, technical, trend, macro] = CATEGORIES
  return { sentiment: of(sentiment), technical: of(technical), trend: of(trend), macro: of(macro) }
}

/** (long − short) / voting, in [−1, 1]: equal weights, because no learned weighting beat them out of sample. */
export function scoreOf({ long, short, neutral }: Counts): number {
  const total = long + short + neutral
  return total === 0 ? 0 : (long - short) / total
}

export function categoryVote(counts: Counts): CategoryVote {
  if (counts.long + counts.short + counts.neutral === 0) return "UNAVAILABLE"
  const score = scoreOf(counts)
  return score > parameters.categoryBand ? "LONG" : score < -parameters.categoryBand ? "SHORT" : "NEUTRAL"
}
