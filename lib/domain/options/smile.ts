import { groupBy } from "@/lib/domain/group-by"
import { median } from "@/lib/domain/statistics/moments"
import { DAY_MS } from "@/lib/domain/utc-day"
import { callDelta, callValue, type Moneyness } from "./black-76"
import type { OptionQuote } from "./option-quote"

const YEAR_MS = 365 * DAY_MS
/** The wings are quoted in steps of 0.01 points of volatility, so a butterfly may be this far below zero, in forwards. */
const ROUNDING = 2e-5
const MIN_STRIKES = 5
const WING_DELTA = 0.25

/** The options of one expiry: volatilities of a year, 0.4 is 40%. */
export type Smile = {
  readonly expiryMs: number
  readonly forwardUsd: number
  readonly atTheMoney: number
  /** Of the put and the call whose delta is 25%; `null` where the strikes do not reach that far. */
  readonly put25: number | null
  readonly call25: number | null
  /** Strikes that it rests on. */
  readonly strikes: number
}

export type SmileResult = Smile | "few_strikes" | "butterfly"

/** Variance of the log return until the expiry of a smile, by its options at the money. */
export function varianceOf({ atTheMoney, expiryMs }: Pick<Smile, "atTheMoney" | "expiryMs">, nowMs: number): number {
  return (atTheMoney ** 2 * (expiryMs - nowMs)) / YEAR_MS
}

/** A standard deviation until a time, as the volatility of a year. */
export function annualised(sigma: number, spanMs: number): number {
  return sigma * Math.sqrt(YEAR_MS / spanMs)
}

/**
 * The smile of the usable quotes of one expiry, from options out of the money, between strikes linear in variance.
 *
 * `butterfly`: two options around a third would be free money, so the marks do not describe one distribution of prices.
 */
export function smileOf(quotes: readonly [OptionQuote, ...OptionQuote[]], nowMs: number): SmileResult {
  const [{ expiryMs }] = quotes
  const forwardUsd = median(quotes.map((quote) => quote.forwardUsd)) ?? 0
  const points = outOfTheMoney(quotes, forwardUsd, (expiryMs - nowMs) / YEAR_MS)
  const isAround = points.some(({ logStrike }) => logStrike < 0) && points.some(({ logStrike }) => logStrike > 0)
  if (points.length < MIN_STRIKES || !isAround) return "few_strikes"
  if (allowsButterfly(points)) return "butterfly"
  const volatility = (variance: number | null) =>
    variance === null ? null : Math.sqrt((variance * YEAR_MS) / (expiryMs - nowMs))
  return {
    expiryMs,
    forwardUsd,
    atTheMoney: volatility(varianceAt(points, 0)) ?? 0,
    put25: volatility(varianceAtDelta(points, 1 - WING_DELTA)),
    call25: volatility(varianceAtDelta(points, WING_DELTA)),
    strikes: points.length,
  }
}

/** By strike, ascending. At the forward both kinds count, and the mean of their variances is used. */
function outOfTheMoney(quotes: readonly OptionQuote[], forwardUsd: number, years: number): readonly Moneyness[] {
  const out = quotes.filter(({ kind, strikeUsd }) =>
    kind === "call" ? strikeUsd >= forwardUsd : strikeUsd <= forwardUsd,
  )
  return groupBy(out, ({ strikeUsd }) => String(strikeUsd))
    .map((same) => ({
      logStrike: Math.log(same[0].strikeUsd / forwardUsd),
      variance: same.reduce((sum, { markVolatility }) => sum + markVolatility ** 2 * years, 0) / same.length,
    }))
    .toSorted((a, b) => a.logStrike - b.logStrike)
}

/** Values of calls must fall with the strike, by at most the strike's rise, and ever more slowly. */
function allowsButterfly(points: readonly Moneyness[]): boolean {
  const calls = points.map((point) => ({ strike: Math.exp(point.logStrike), value: callValue(point) }))
  return calls.some((call, index) => {
    const [before, after] = [calls[index - 1], calls[index + 1]]
    if (before === undefined) return false
    const fall = before.value - call.value
    if (fall < -ROUNDING || fall > call.strike - before.strike + ROUNDING) return true
    if (after === undefined) return false
    const share = (call.strike - before.strike) / (after.strike - before.strike)
    return before.value * (1 - share) + after.value * share - call.value < -ROUNDING
  })
}

/** `null` outside of the strikes. */
export function varianceAt(points: readonly Moneyness[], logStrike: number): number | null {
  const next = points.findIndex((point) => point.logStrike >= logStrike)
  const [before, after] = [points[next - 1], points[next]]
  if (after === undefined) return null
  if (after.logStrike === logStrike) return after.variance
  if (before === undefined) return null
  const share = (logStrike - before.logStrike) / (after.logStrike - before.logStrike)
  return before.variance * (1 - share) + after.variance * share
}

/** Variance at the strike whose call has this delta, by bisection between two strikes; `null` where no strikes enclose it. */
function varianceAtDelta(points: readonly Moneyness[], delta: number): number | null {
  const next = points.findIndex((point, index) => index > 0 && callDelta(point) <= delta)
  const [before, after] = [points[next - 1], points[next]]
  if (before === undefined || after === undefined || callDelta(before) < delta) return null
  let [low, high] = [before.logStrike, after.logStrike]
  for (let step = 0; step < 60; step++) {
    const logStrike = (low + high) / 2
    const variance = varianceAt(points, logStrike) ?? after.variance
    if (callDelta({ logStrike, variance }) > delta) low = logStrike
    else high = logStrike
  }
  return varianceAt(points, (low + high) / 2)
}
