import { isDirectional, sideOf, type Direction } from "@/lib/domain/signals/direction"
import { expect, test } from "vitest"
import { type Candle, intervalMs } from "@/lib/domain/market/candle"
import { sealedFacts } from "@/tools/testing/record/sealed-history"
import { withOutcome, settle } from "./outcome"

const T = Date.UTC(2026, 0, 1, 12)
const HOUR = intervalMs["1h"]
const facts = sealedFacts({ coin: "BTC", decisionTimeMs: T, priceUsd: 100 })

function hours(closes: Readonly<Record<number, number>>, source = "binance") {
  const value: readonly Candle[] = Object.entries(closes).map(([closeHour, closeUsd]) => ({
    openTimeMs: T + (Number(closeHour) - 1) * HOUR,
    openUsd: closeUsd,
    highUsd: closeUsd,
    lowUsd: closeUsd,
    closeUsd,
    volumeBase: 1,
    takerBuyVolumeBase: null,
  }))
  return { value, asOfMs: T, fetchedAtMs: T, source }
}

test("a call is settled by the first closed hour at or after its horizon", () => {
  const candles = hours({ 0: 100, 23: 90, 24: 104, 25: 50 })
  expect(settle(facts, "24h", candles, T + 24 * HOUR - 1)).toBeNull()
  expect(settle(facts, "24h", candles, T + 24 * HOUR)).toEqual({
    id: facts.id,
    horizon: "24h",
    entryPriceUsd: 100,
    exitPriceUsd: 104,
    exitTimeMs: T + 24 * HOUR,
    source: "binance",
  })
})

test("later candles do not change a measured", () => {
  const early = settle(facts, "24h", hours({ 24: 104 }), T + 24 * HOUR)
  expect(settle(facts, "24h", hours({ 24: 104, 25: 1, 300: 9 }), T + 400 * HOUR)).toEqual(early)
})

test("a missing hour is replaced by the next, and a longer gap makes the call void", () => {
  const outcome = (closeHour: number) => {
    const measured = settle(facts, "24h", hours({ [closeHour]: 104 }), T + 100 * HOUR)
    return measured === null ? null : withOutcome(facts, measured).outcome
  }
  expect([outcome(24), outcome(25), outcome(26), outcome(27)]).toEqual(["WIN", "WIN", "WIN", "VOID"])
  expect(settle(facts, "7d", hours({ 24: 104 }), T + 400 * HOUR)).toBeNull()
})

test("after a change of provider entry and exit are both from the new series", () => {
  const other = settle(facts, "24h", hours({ 0: 101, 24: 104 }, "kraken"), T + 24 * HOUR)
  expect([other?.entryPriceUsd, other?.source]).toEqual([101, "kraken"])
  expect(settle(facts, "24h", hours({ 24: 104 }, "kraken"), T + 24 * HOUR)).toBeNull()
})

test.each<[Direction, number, string, number]>([
  ["LONG", 104, "WIN", 0.038],
  ["STRONG_LONG", 96, "LOSS", -0.042],
  ["SHORT", 96, "WIN", 0.038],
  ["STRONG_SHORT", 104, "LOSS", -0.042],
  ["LEAN_LONG", 104, "WIN", 0.038],
  ["NEUTRAL", 104, "NEUTRAL", 0],
  ["LONG", 100, "LOSS", -0.002],
])("%s with an exit at %d is a %s of %f after costs", (direction, exit, outcome, net) => {
  const call = { ...facts, direction }
  const measured = settle(call, "24h", hours({ 24: exit }), T + 24 * HOUR)
  if (measured === null) throw new Error("the exit is there")
  const judged = withOutcome(call, measured)
  expect(judged.outcome).toBe(outcome)
  expect(judged.netReturn).toBeCloseTo(net, 12)
})

test("leaning directions have a side but do not count as calls", () => {
  expect([sideOf("LEAN_SHORT"), isDirectional("LEAN_SHORT")]).toEqual([-1, false])
  expect([sideOf("SHORT"), isDirectional("SHORT")]).toEqual([-1, true])
  expect([sideOf("NEUTRAL"), isDirectional("NEUTRAL")]).toEqual([0, false])
})
