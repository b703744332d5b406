import { regimeParameters } from "./parameters"
import type { RegimeFacts } from "./regime-facts"

export const REGIMES = [
  "FEAR_CAPITULATION",
  "EUPHORIA",
  "ACCUMULATION",
  "DISTRIBUTION",
  "MARKUP",
  "MARKDOWN",
  "RANGE",
] as const

export type Regime = (typeof REGIMES)[number]

/** One condition of a rule, as text and as code. */
export type RegimeTest = { readonly text: string; readonly holds: (facts: RegimeFacts) => boolean }

export type RegimeRule = { readonly regime: Regime; readonly tests: readonly RegimeTest[] }

const { fast, slow, capitulation, euphoria, accumulation, distribution } = regimeParameters

const test = (text: string, holds: RegimeTest["holds"]): RegimeTest => ({ text, holds })
const percent = (fraction: number) => `${Math.round(fraction * 100)}%`.replace("-", "−")

const belowFast = test(`close below the ${fast}-day average`, (facts) => facts.close < facts.fast)
const belowSlow = test(`close below the ${slow}-day average`, (facts) => facts.close < facts.slow)
const falling = test("30-day return below 0", (facts) => facts.return30d < 0)

const markup: readonly RegimeTest[] = [
  test(`close above the ${fast}-day average`, (facts) => facts.close > facts.fast),
  test(`${fast}-day average above the ${slow}-day average`, (facts) => facts.fast > facts.slow),
  test("30-day return above 0", (facts) => facts.return30d > 0),
]

/**
 * The rules in order of precedence: the first rule whose tests all hold gives the regime of the day. RANGE has no test and
 * is last. Without the fear & greed index capitulation and euphoria cannot hold.
 */
export const regimeRules: readonly RegimeRule[] = [
  {
    regime: "FEAR_CAPITULATION",
    tests: [
      belowFast,
      belowSlow,
      falling,
      test(`7-day fear & greed of ${capitulation.fearGreed} or less`, ({ fearGreed7d }) =>
        fearGreed7d !== null && fearGreed7d <= capitulation.fearGreed),
      test(
        `30-day return below ${percent(capitulation.return30d)}, or below the 90-day high by more than ` +
          percent(-capitulation.drawdown90d),
        (facts) => facts.return30d < capitulation.return30d || facts.drawdown90d < capitulation.drawdown90d,
      ),
    ],
  },
  {
    regime: "EUPHORIA",
    tests: [
      ...markup,
      test(`7-day fear & greed of ${euphoria.fearGreed} or more`, ({ fearGreed7d }) =>
        fearGreed7d !== null && fearGreed7d >= euphoria.fearGreed),
      test(`close above the ${slow}-day average by more than ${percent(euphoria.aboveSlow - 1)}`, (facts) =>
        facts.close / facts.slow > euphoria.aboveSlow),
    ],
  },
  {
    regime: "ACCUMULATION",
    tests: [
      test(`below the highest close of a year by more than ${percent(-accumulation.drawdown365d)}`, (facts) =>
        facts.drawdown365d < accumulation.drawdown365d),
      test(`30-day volatility in the lowest ${percent(accumulation.volatilityPercentile)} of a year`, (facts) =>
        facts.volatilityPercentile < accumulation.volatilityPercentile),
      test(`30-day return within ±${percent(accumulation.return30d)}`, (facts) =>
        Math.abs(facts.return30d) < accumulation.return30d),
      test("not a markup", (facts) => !markup.every((part) => part.holds(facts))),
    ],
  },
  {
    regime: "DISTRIBUTION",
    tests: [
      test(`below the highest close of a year by less than ${percent(-distribution.drawdown365d)}`, (facts) =>
        facts.drawdown365d > distribution.drawdown365d),
      test(`close above the ${slow}-day average`, (facts) => facts.close > facts.slow),
      belowFast,
    ],
  },
  { regime: "MARKUP", tests: markup },
  { regime: "MARKDOWN", tests: [belowFast, belowSlow, falling] },
  { regime: "RANGE", tests: [] },
]

export type Trend = "UPTREND" | "DOWNTREND" | "SIDEWAYS"

const trends = {
  FEAR_CAPITULATION: "DOWNTREND",
  EUPHORIA: "UPTREND",
  ACCUMULATION: "SIDEWAYS",
  DISTRIBUTION: "SIDEWAYS",
  MARKUP: "UPTREND",
  MARKDOWN: "DOWNTREND",
  RANGE: "SIDEWAYS",
} as const satisfies Record<Regime, Trend>

/** The direction of a regime. It is derived from the regime, so that the two words never contradict each other. */
export function trendOf(regime: Regime): Trend {
  return trends[regime]
}

/** The regime of one day alone. */
export function classify(facts: RegimeFacts): Regime {
  return regimeRules.find(({ tests }) => tests.every((part) => part.holds(facts)))?.regime ?? "RANGE"
}
