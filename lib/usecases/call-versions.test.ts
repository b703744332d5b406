import { expect, test } from "vitest"
import { computeSignal, type Signal } from "@/lib/domain/signals/compute-signal"
import { METHOD_VERSION } from "@/lib/domain/signals/method-version"
import { inputsOf, waveMarket } from "@/tools/testing/engine/signal-market"
import { contextVersion } from "@/lib/endpoints/context/version"
import { oddsVersion } from "@/lib/endpoints/odds/version"
import { riskVersion } from "@/lib/endpoints/risk/version"
import { signalVersion } from "@/lib/endpoints/signal/version"

const market = waveMarket({ driftPerDay: 0.003, wave: 0.02 })
const at = (priceUsd: number) =>
  computeSignal(inputsOf(market), { nowMs: market.nowMs, priceUsd, previousDirection: null })
const signal = at(60_000)

/** The decisions of what is sold about one coin. */
function decisionsOf(of: Signal) {
  const call = { signal: of, recordPriceUsd: of.view.close ?? 0 }
  const all = {
    signal: signalVersion(call),
    context: contextVersion(call),
    risk: riskVersion(call),
    odds: oddsVersion(call),
  }
  return Object.entries(all).flatMap(([name, decision]) =>
    decision === null ? [] : [{ path: `/${name}/BTC`, ...decision }],
  )
}

/** The products whose decision has changed. */
function changed(next: Signal): readonly string[] {
  const before = decisionsOf(signal)
  return decisionsOf(next).flatMap(({ path, decision }, index) =>
    JSON.stringify(decision) === JSON.stringify(before[index]?.decision) ? [] : [path],
  )
}

test("digits that no answer shows change no version", () => {
  const { view } = signal
  const funding = view.series.funding.map((point) => ({ ...point, fundingPctPer8h: point.fundingPctPer8h + 1e-9 }))
  const atr = view.atr && view.atr + 1e-9
  expect(changed({ ...signal, view: { ...view, atr, series: { ...view.series, funding } } })).toEqual([])
})

test("another stop is another plan", () => {
  const levels = signal.levels && { ...signal.levels, stop: signal.levels.stop - 1 }
  expect(changed({ ...signal, levels })).toEqual(["/risk/BTC"])
})

test("a new range width is a new signal and a new plan, with the same votes", () => {
  const wider = signal.volatility && { ...signal.volatility, sigma24h: signal.volatility.sigma24h * 1.5 }
  expect(changed({ ...signal, volatility: wider })).toEqual(["/signal/BTC", "/risk/BTC", "/odds/BTC"])
})

test("without ranges there is only a context, and without levels no plan", () => {
  const paths = (next: Signal) => decisionsOf(next).map(({ path }) => path)
  expect(paths({ ...signal, volatility: null })).toEqual(["/context/BTC"])
  expect(paths({ ...signal, levels: null })).toEqual(["/signal/BTC", "/context/BTC", "/odds/BTC"])
})

test("signal and plan depend on the method version, and the context does not", () => {
  const [ofSignal, ofContext, ofRisk] = decisionsOf(signal).map(({ decision }) => decision)
  expect([ofSignal, ofRisk]).toMatchObject([{ method: METHOD_VERSION }, { method: METHOD_VERSION }])
  expect(ofContext).not.toHaveProperty("method")
})

test("a new probability is a new signal", () => {
  expect(changed({ ...signal, pUp24h: signal.pUp24h + 0.01 })).toEqual(["/signal/BTC"])
})

test("an indicator that changes without changing its vote is a new context", () => {
  const readings = signal.readings.map((reading, index) => (index === 0 ? { ...reading, value: 12.3 } : reading))
  expect(changed({ ...signal, readings })).toEqual(["/context/BTC"])
})

test("a new funding settlement is a new plan, because its costs are part of the plan", () => {
  const funding = [{ atMs: market.nowMs, fundingPctPer8h: 0.02 }]
  const view = { ...signal.view, series: { ...signal.view.series, funding } }
  expect(changed({ ...signal, view })).toEqual(["/risk/BTC"])
})
