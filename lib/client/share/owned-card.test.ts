import { expect, test } from "vitest"
import { cardLines, type SharedCall } from "./owned-card"

const call: SharedCall = {
  coin: "BTC",
  direction: "SHORT",
  confidence: 0.522,
  range24h: { low: 102_639, high: 108_243 },
  stop: 112_190,
  target: 98_618,
  madeAt: "2026-11-25 12:00 UTC",
}

test("a share card has the signal, its range and levels, and its time", () => {
  expect(cardLines(call)).toEqual([
    "▼ Short 52.2%",
    "80% range, 24h: $102,639 to $108,243 · stop $112,190 · target $98,618",
    "Called 2026-11-25 12:00 UTC · research, not advice",
  ])
})

test("a signal without a plan has no levels on its card", () => {
  expect(cardLines({ ...call, direction: "NEUTRAL", stop: null, target: null })[1]).toBe(
    "80% range, 24h: $102,639 to $108,243",
  )
})
