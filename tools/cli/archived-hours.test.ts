import { expect, test } from "vitest"
import type { Candle } from "@/lib/domain/market/candle"
import { HOUR_MS } from "@/lib/domain/utc-day"
import { type ArchivedHours, hoursBetween, rememberHours, settleQuestions } from "./archived-hours"

const AT_MS = Date.UTC(2026, 10, 20)
const LEVEL_USD = 105

const hour = (index: number, highUsd: number): Candle => ({
  openTimeMs: AT_MS + index * HOUR_MS,
  openUsd: 100,
  highUsd,
  lowUsd: 99,
  closeUsd: 100,
  volumeBase: 1,
  takerBuyVolumeBase: null,
})

const callAt = (index: number) => ({
  coin: "BTC",
  decisionTimeMs: AT_MS + index * HOUR_MS,
  inputs: [{ name: "hours", source: "binance" }],
})

/** Three hours are whole; of the fourth, `highs` are its highest prices as calls saw it one after another. */
function archived(...seen: readonly { readonly atHour: number; readonly high: number }[]): ArchivedHours {
  const known: ArchivedHours = new Map()
  for (const { atHour, high } of seen) {
    rememberHours(known, callAt(atHour), { hours: [hour(0, 101), hour(1, 101), hour(2, 101), hour(3, high)] })
  }
  return known
}

function touched(known: ArchivedHours) {
  const question = {
    ticker: "T",
    kind: "touch" as const,
    side: "above" as const,
    levelUsd: LEVEL_USD,
    untilMs: AT_MS + 4 * HOUR_MS,
  }
  const asked = {
    ...callAt(0),
    id: "BTC-1",
    priceUsd: 100,
    source: "binance",
    markets: { questions: [question] },
  }
  return settleQuestions([asked as never], known).map(({ isYes, priceUsd }) => [isYes, priceUsd])
}

test("an hour that still ran when a call read it decides nothing; the first call after its close does", () => {
  expect(touched(archived({ atHour: 3.5, high: 102 }))).toEqual([])
  expect(touched(archived({ atHour: 3.5, high: 102 }, { atHour: 4, high: 107 }))).toEqual([[true, 107]])
})

test("a correction after the result was measured changes no result", () => {
  expect(touched(archived({ atHour: 4, high: 102 }, { atHour: 8, high: 107 }))).toEqual([[false, 102]])
})

test("the hours of a window are the closed ones", () => {
  const hours = hoursBetween(archived({ atHour: 2, high: 102 }).get("BTC binance"), AT_MS, AT_MS + 4 * HOUR_MS)
  expect(hours.map(({ openTimeMs }) => (openTimeMs - AT_MS) / HOUR_MS)).toEqual([0, 1])
})
