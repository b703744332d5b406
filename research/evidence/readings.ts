import { createInputs, closesOf } from "@/research/replay-calls"
import type { Study } from "@/research/study"
import { hoursAfter } from "@/research/goals/hours-after"
import { readIndicator } from "@/lib/domain/signals/indicator"
import { viewMarket } from "@/lib/domain/signals/market-view"
import { idOf, indicators } from "@/lib/domain/signals/registry"
import { DECISION_SPACING_MS } from "@/lib/domain/track-record/sealed-signal"
import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"

/** A vote with the return of the market over its horizon. */
export type VoteWithReturn = {
  readonly timeMs: number
  readonly endMs: number
  /** Index of the coin. */
  readonly coin: number
  /** 1 long, −1 short, 0 neutral or abstaining. Such windows count in the mean that blind calls earn. */
  readonly side: 1 | 0 | -1
  readonly marketReturn: number
}

const HORIZON_HOURS = { "24h": 24, "7d": 168, context: 168 } as const

/** Hours over which the votes of an indicator are measured. */
export function horizonHoursOf({ horizon }: (typeof indicators)[number]): 24 | 168 {
  return HORIZON_HOURS[horizon]
}

/**
 * Every vote of every indicator on history, by id. Votes of a 24h horizon at every 4h close; the others once a day at 00:00 UTC,
 * because their inputs change daily. Windows that are not over are left out.
 */
export function votesOnHistory(
  study: Study,
  progress: (done: number, total: number) => void,
): ReadonlyMap<string, readonly VoteWithReturn[]> {
  const votes = new Map<string, VoteWithReturn[]>(indicators.map((indicator) => [idOf(indicator), []]))
  const spans = [...study.histories].map(([coin, history]) => ({ coin, history, ...closesOf(history) }))
  const total = spans.reduce((sum, { fromMs, toMs }) => sum + (toMs - fromMs) / DECISION_SPACING_MS, 0)
  let done = 0
  for (const [coinIndex, { coin, history, fromMs, toMs }] of spans.entries()) {
    const inputsAt = createInputs({ coin, history, series: study.series })
    const after = hoursAfter(history.hours)
    for (let timeMs = fromMs; timeMs < toMs; timeMs += DECISION_SPACING_MS) {
      if (++done % 500 === 0) progress(done, total)
      const view = viewMarket(inputsAt(timeMs), timeMs)
      const priceUsd = view.close4h
      if (priceUsd === null) continue
      const returnOver = (hours: number): number | null => {
        const last = after(timeMs, hours)?.at(-1)
        return last === undefined ? null : last.closeUsd / priceUsd - 1
      }
      const returns = { 24: returnOver(24), 168: returnOver(168) }
      for (const indicator of indicators) {
        const hours = horizonHoursOf(indicator)
        const marketReturn = returns[hours]
        if (marketReturn === null || (hours === 168 && timeMs % DAY_MS !== 0)) continue
        const { vote } = readIndicator(indicator, view)
        if (vote === null) continue
        const side = vote === "long" ? 1 : vote === "short" ? -1 : 0
        votes
          .get(idOf(indicator))
          ?.push({ timeMs, endMs: timeMs + hours * HOUR_MS, coin: coinIndex, side, marketReturn })
      }
    }
  }
  progress(total, total)
  return votes
}
