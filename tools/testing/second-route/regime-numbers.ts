import * as a from "./arithmetic"
import type { Recorded } from "./market"

const DAY = 86_400_000

type Facts = {
  readonly close: number
  readonly fast: number
  readonly slow: number
  readonly month: number
  readonly below90: number
  readonly below365: number
  readonly rank: number
  readonly mood: number | null
}

/** The regime's facts and its run of days, from daily candles that are closed now. */
export function regimeNumbers(days: readonly a.Bar[], fearGreed: Recorded["series"]["fearGreed"]) {
  const closes = days.map(({ c }) => c)
  const returns = a.logReturns(closes)
  const volatility = closes.map((_, i) => (i < 30 ? Number.NaN : a.deviation(returns.slice(i - 30, i))))
  const mood = new Map(fearGreed.map(({ atMs, index }) => [Math.floor(atMs / DAY), index]))
  const factsAt = (i: number): Facts => {
    const until = closes.slice(0, i + 1)
    const close = a.last(until)
    const year = volatility.slice(i - 364, i)
    const week = Array.from({ length: 7 }, (_, back) => mood.get(Math.floor((days[i]?.t ?? 0) / DAY) - back))
    const known = week.filter((one) => one !== undefined)
    return {
      close,
      fast: a.mean(until.slice(-50)),
      slow: a.mean(until.slice(-200)),
      month: close / a.last(until, 31) - 1,
      below90: close / Math.max(...until.slice(-90)) - 1,
      below365: close / Math.max(...until.slice(-365)) - 1,
      rank: a.mean(year.map((one) => Number(one < (volatility[i] ?? 0)))),
      mood: known.length < 7 ? null : a.mean(known),
    }
  }
  const first = Math.max(394, days.length - 210)
  const facts = Array.from({ length: days.length - first }, (_, i) => factsAt(first + i))
  const daily = facts.map(regimeOfDay)
  const called: string[] = []
  for (const [i, regime] of daily.entries()) {
    const held = daily.slice(Math.max(0, i - 2), i + 1)
    called.push(held.length === 3 && held.every((one) => one === regime) ? regime : (called.at(-1) ?? regime))
  }
  const shown = called.slice(-180)
  const run = shown.length - 1 - shown.findLastIndex((one) => one !== shown.at(-1))
  return { regime: a.last(called), days: run, facts: a.last(facts), today: a.last(daily) }
}

function regimeOfDay({ close, fast, slow, month, below90, below365, rank, mood }: Facts): string {
  const rising = close > fast && fast > slow && month > 0
  const falling = close < fast && close < slow && month < 0
  if (falling && mood !== null && mood <= 25 && (month < -0.12 || below90 < -0.25)) return "FEAR_CAPITULATION"
  if (rising && mood !== null && mood >= 75 && close / slow > 1.3) return "EUPHORIA"
  if (below365 < -0.25 && rank < 0.4 && Math.abs(month) < 0.1 && !rising) return "ACCUMULATION"
  if (below365 > -0.2 && close > slow && close < fast) return "DISTRIBUTION"
  if (rising) return "MARKUP"
  return falling ? "MARKDOWN" : "RANGE"
}
