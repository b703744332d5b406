import { expect, test } from "vitest"
import { cardTexts, type SharedCall } from "./owned-card"

const ORIGIN = "https://signal402.example"

const call: SharedCall = {
  coin: "BTC",
  direction: "SHORT",
  confidence: 0.522,
  range24h: { low: 102_639, high: 108_243 },
  stop: 112_190,
  target: 98_618,
  entry: 105_404,
  decidedAtMs: Date.UTC(2026, 10, 25, 12),
  recordId: "BTC-2026-11-25T12",
  isSimulated: false,
}

test("a share card has price, entry and time of one moment, the record's id and the address", () => {
  expect(cardTexts(call, ORIGIN)).toEqual({
    corner: "research, not advice",
    heading: "BTC $105,404",
    moment: "Entry and price at 2026-11-25 12:00 UTC",
    verdict: "▼ Short 52.2%",
    ranges: "80% range, 24h: $102,639 to $108,243 · stop $112,190 · target $98,618",
    proof: "Record BTC-2026-11-25T12 · https://signal402.example/track-record",
  })
})

test("a signal without a plan has no levels on its card, and one that is not sealed says so", () => {
  const texts = cardTexts({ ...call, direction: "NEUTRAL", stop: null, target: null, recordId: null }, ORIGIN)
  expect(texts.ranges).toBe("80% range, 24h: $102,639 to $108,243")
  expect(texts.proof).toBe("Not sealed yet · https://signal402.example/track-record")
})
