import type { Coin } from "@/lib/domain/market/coin"
import { round } from "@/lib/domain/round"
import type { Signal } from "@/lib/domain/signals/compute-signal"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { idOf } from "@/lib/domain/signals/registry"
import { shownValue } from "./context/answer"
import type { ResourceDecision } from "@/lib/usecases/resource-versions"

/**
 * Decisions of the three products of one coin at a close.
 *
 * Levels and ranges are compared by their inputs (ATR, volatility), because their prices always change; the odds of
 * levels by their method.
 */
export function signalDecisions(coin: Coin, signal: Signal): readonly ResourceDecision[] {
  const { direction, strength, breakdown, categories, flags, levels, view, decisionTimeMs: dataAsOfMs } = signal
  const odds = { confidence: round(signal.confidence, 4), pUp24h: round(signal.pUp24h, 4) }
  const plan = levels && { kind: levels.kind, side: levels.side }
  const width = { ...volatilityOf(signal), atr: view.atr }
  const funding = view.series.funding.at(-1)?.fundingPctPer8h ?? null
  const readings = signal.readings.map(({ indicator, vote, value }) => [
    idOf(indicator),
    { vote, value: shownValue(value) },
  ])
  const decisions = {
    signal: { direction, strength, breakdown, categories, flags, ...odds, plan, ...width, method: METHOD_VERSION },
    context: { readings: Object.fromEntries(readings), summaries: signal.summaries },
    risk: { direction, plan, close: view.close, funding, ...width, method: METHOD_VERSION },
    // The odds of any level follow from the forecast and from the price, which always changes.
    odds: { ...volatilityOf(signal), close: view.close, method: METHOD_VERSION },
  }
  const { signal: call, context, risk, odds: forecast } = decisions
  const ranges = volatilityOf(signal)
  const parts = {
    signal: {
      direction,
      probability: [strength, odds],
      votes: [breakdown, categories, flags],
      levels: [plan, view.atr],
      ranges,
      method: call.method,
    },
    context: { votes: signal.readings.map(({ vote }) => vote), ...context },
    odds: { ranges, close: forecast.close, method: forecast.method },
    risk: { direction, levels: [plan, view.close, view.atr], costs: funding, ranges, method: risk.method },
  }
  const decided = (name: keyof typeof decisions) => ({
    path: `/${name}/${coin}`,
    decision: decisions[name],
    parts: parts[name],
    dataAsOfMs,
  })
  // As in the answers: a call and odds need a forecast, and a plan needs a stop.
  return [
    ...(signal.volatility === null ? [] : [decided("signal")]),
    decided("context"),
    ...(signal.volatility === null || levels === null ? [] : [decided("risk")]),
    ...(signal.volatility === null ? [] : [decided("odds")]),
  ]
}

/** Expected moves in percent, as precise as an answer states them. */
function volatilityOf({ volatility }: Signal) {
  return {
    sigma24h: volatility && round(100 * volatility.sigma24h, 2),
    sigma7d: volatility && round(100 * volatility.sigma7d, 2),
  }
}
