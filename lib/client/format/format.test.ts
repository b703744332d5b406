import fc from "fast-check"
import { expect, test } from "vitest"
import { directionWords, leanOfDirection } from "./direction"
import { indicatorName } from "./indicator"
import { balanceText, dollars, marketPrice } from "./money"
import { percentOf, reading, signedPercentOf } from "./number"
import { ageText, spanText, utcShort, utcText } from "./time"

test("prices of ours are exact to the last unit", () => {
  expect([dollars("50000"), dollars(100_000n), dollars("1")]).toEqual(["$0.05", "$0.10", "$0.000001"])
})

test("a balance is never shown higher than it is", () => {
  expect([balanceText(9_949_999n), balanceText(0n), balanceText(1_234_560_000n)]).toEqual(["9.94", "0.00", "1,234.56"])
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (atomic) => {
      const cents = BigInt(balanceText(atomic).replaceAll(/[.,]/g, ""))
      return cents * 10_000n <= atomic && atomic < (cents + 1n) * 10_000n
    }),
  )
})

test("market prices have decimals by magnitude", () => {
  expect([marketPrice(96_412.5), marketPrice(178.2), marketPrice(0.42135)]).toEqual(["$96,413", "$178.20", "$0.4214"])
})

test("signs are true minus signs", () => {
  expect([signedPercentOf(-0.013), signedPercentOf(0.004), signedPercentOf(0)]).toEqual(["−1.3%", "+0.4%", "0.0%"])
  expect([percentOf(0.512), reading(-1.25), reading(94_120), reading(311_000_000)]).toEqual([
    "51.2%",
    "−1.25",
    "94,120",
    "311M",
  ])
})

test("ages change at most once a minute", () => {
  expect([0, 59_999, 60_000, 7_199_999, 90_000_000, 172_800_000].map(ageText)).toEqual([
    "just now",
    "just now",
    "1 min ago",
    "1 h ago",
    "25 h ago",
    "2 d ago",
  ])
  expect(spanText(1)).toBe("under 1 min")
})

test("instants are UTC, with the date when it is not today", () => {
  const nowMs = Date.UTC(2026, 10, 20, 12)
  expect(utcText(nowMs)).toBe("2026-11-20 12:00 UTC")
  expect([utcShort(nowMs, nowMs), utcShort(nowMs - 86_400_000, nowMs)]).toEqual(["12:00 UTC", "11-19 12:00 UTC"])
})

test("directions have a word and a lean of their own", () => {
  expect([directionWords("STRONG_LONG"), directionWords("NEUTRAL")]).toEqual(["Strong long", "Neutral"])
  expect((["LEAN_LONG", "STRONG_SHORT", "NEUTRAL"] as const).map(leanOfDirection)).toEqual(["up", "down", "flat"])
})

test("indicator keys read as names", () => {
  expect(["technical.rsi_14", "fear_greed", "macro.vix", "etf_flow_1d_m"].map(indicatorName)).toEqual([
    "RSI 14",
    "Fear greed",
    "VIX",
    "ETF flow 1d m",
  ])
})
