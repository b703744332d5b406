import type { Coin } from "@/lib/domain/market/coin"
import type { Signal } from "@/lib/domain/signals/compute-signal"
import { idOf } from "@/lib/domain/signals/registry"
import type { ResourceDecision } from "./resource-versions"

/** What the three products of one coin decide; levels count in ATR, because their prices tick. */
export function signalDecisions(coin: Coin, signal: Signal): readonly ResourceDecision[] {
  const { direction, strength, breakdown, categories, flags, levels, decisionTimeMs: dataAsOfMs } = signal
  const votes = Object.fromEntries(signal.readings.map(({ indicator, vote }) => [idOf(indicator), vote]))
  const call = { direction, strength, breakdown, categories, flags }
  const plan = levels && { kind: levels.kind, side: levels.side }
  return [
    { path: `/signal/${coin}`, decision: call, dataAsOfMs },
    { path: `/context/${coin}`, decision: { votes, summaries: signal.summaries }, dataAsOfMs },
    {
      path: `/risk/${coin}`,
      decision: { direction, plan, close: signal.view.close, atr: signal.view.atr },
      dataAsOfMs,
    },
  ]
}
