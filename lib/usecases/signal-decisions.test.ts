import { expect, test } from "vitest"
import { computeSignal, type Signal } from "@/lib/domain/signals/compute-signal"
import { inputsOf, waveMarket } from "@/lib/testing/signal-market"
import { signalDecisions } from "./signal-decisions"

const market = waveMarket({ driftPerDay: 0.003, wave: 0.02 })
const at = (priceUsd: number) =>
  computeSignal(inputsOf(market), { nowMs: market.nowMs, priceUsd, previousDirection: null })
const signal = at(60_000)

/** Which products have another decision than before. */
function changed(next: Signal): readonly string[] {
  const before = signalDecisions("BTC", signal)
  return signalDecisions("BTC", next).flatMap(({ path, decision }, index) =>
    JSON.stringify(decision) === JSON.stringify(before[index]?.decision) ? [] : [path],
  )
}

test("a price that ticks changes no version", () => {
  expect(changed(at(60_100))).toEqual([])
})

test("ranges of another width are a new signal and a new plan, though the votes are the same", () => {
  const wider = signal.volatility && { ...signal.volatility, sigma24h: signal.volatility.sigma24h * 1.5 }
  expect(changed({ ...signal, volatility: wider })).toEqual(["/signal/BTC", "/risk/BTC"])
})

test("another probability is a new signal", () => {
  expect(changed({ ...signal, pUp24h: signal.pUp24h + 0.01 })).toEqual(["/signal/BTC"])
})

test("an indicator that moves without changing its vote is a new context", () => {
  const readings = signal.readings.map((reading, index) => (index === 0 ? { ...reading, value: 12.3 } : reading))
  expect(changed({ ...signal, readings })).toEqual(["/context/BTC"])
})

test("funding that is settled anew is a new plan: its costs are part of it", () => {
  const funding = [{ atMs: market.nowMs, fundingPctPer8h: 0.02 }]
  const view = { ...signal.view, series: { ...signal.view.series, funding } }
  expect(changed({ ...signal, view })).toEqual(["/risk/BTC"])
})
