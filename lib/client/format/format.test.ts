import fc from "fast-check"
import { expect, test } from "vitest"
import { directionWords, badgeDirectionOf } from "./direction"
import { idOf, indicators } from "@/lib/domain/signals/registry"
import { indicatorName } from "./indicator"
import { balanceText, dollars, marketPrice } from "./money"
import { awayText, percentOf, ratioText, reading, signedPercentOf } from "./number"
import { ageText, spanText, timesIn } from "./time"

test("prices are shown exactly, to the last atomic unit", () => {
  expect([dollars("50000"), dollars(100_000n), dollars("1")]).toEqual(["$0.05", "$0.10", "$0.000001"])
})

test("a balance is rounded down", () => {
  expect([balanceText(9_949_999n), balanceText(0n), balanceText(1_234_560_000n)]).toEqual(["9.94", "0.00", "1,234.56"])
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 15n }), (atomic) => {
      const cents = BigInt(balanceText(atomic).replaceAll(/[.,]/g, ""))
      return cents * 10_000n <= atomic && atomic < (cents + 1n) * 10_000n
    }),
  )
})

test("market prices have decimals depending on their magnitude", () => {
  expect([marketPrice(96_412.5), marketPrice(178.2), marketPrice(0.42135)]).toEqual(["$96,413", "$178.20", "$0.4214"])
})

test("a level far beyond the price has no percentage", () => {
  expect([awayText(0.016), awayText(-0.999), awayText(394.29)]).toEqual(["+1.6%", "−99.9%", "over 10×"])
})

test("negative numbers have a true minus sign", () => {
  expect([signedPercentOf(-0.013), signedPercentOf(0.004), signedPercentOf(0)]).toEqual(["−1.3%", "+0.4%", "0.0%"])
  expect([percentOf(0.512), reading(-1.25), reading(94_120), reading(311_000_000)]).toEqual([
    "51.2%",
    "−1.25",
    "94,120",
    "311M",
  ])
})

test("a value that rounds to zero has no sign", () => {
  expect([ratioText(-0.004), percentOf(-0.0004), ratioText(-0.42)]).toEqual(["0.00", "0.0%", "−0.42"])
  expect([ratioText(-0.04, 1), ratioText(-2.14, 1), ratioText(-0.00312, 4)]).toEqual(["0.0", "−2.1", "−0.0031"])
})

test("ages change at most once a minute", () => {
  expect([0, 59_999, 60_000, 7_199_999, 90_000_000, 172_800_000].map(ageText)).toEqual([
    "just now",
    "just now",
    "1 min ago",
    "1h ago",
    "25h ago",
    "2d ago",
  ])
  expect(spanText(1)).toBe("under 1 min")
})

test("times show their zone, and the date when it is not today", () => {
  const nowMs = Date.UTC(2026, 10, 20, 12)
  const yesterdayMs = nowMs - 86_400_000
  const utc = timesIn("UTC")
  expect(utc.text(nowMs)).toBe("2026-11-20 12:00 UTC")
  expect([utc.short(nowMs, nowMs), utc.short(yesterdayMs, nowMs)]).toEqual(["12:00 UTC", "11-19 12:00 UTC"])
  const kolkata = timesIn("Asia/Kolkata")
  expect(kolkata.text("2026-11-20T20:15:00.000Z")).toBe("2026-11-21 01:45 GMT+5:30")
  expect(kolkata.short("2026-11-20T20:15:00.000Z", nowMs)).toBe("11-21 01:45 GMT+5:30")
  expect([kolkata.day(Date.UTC(2026, 10, 20, 20)), utc.day(Date.UTC(2026, 10, 20, 20))]).toEqual(["21 Nov", "20 Nov"])
})

test("a time uses the UTC offset of its own season", () => {
  const newYork = timesIn("America/New_York")
  expect(newYork.text(Date.UTC(2026, 6, 1, 4))).toBe("2026-07-01 00:00 GMT−4")
  expect(newYork.text(Date.UTC(2026, 11, 1, 4))).toBe("2026-11-30 23:00 GMT−5")
  expect(timesIn("Europe/London").text(Date.UTC(2026, 11, 1, 4)), "of winter alone").not.toContain("UTC")
})

test("a time shows its own date below a date of another time zone", () => {
  expect(timesIn("UTC").onDay("2026-12-09T19:00:00.000Z", "2026-12-09")).toBe("19:00 UTC")
  expect(timesIn("Asia/Kolkata").onDay("2026-12-09T19:00:00.000Z", "2026-12-09")).toBe("12-10 00:30 GMT+5:30")
})

test("a time in UTC equals ISO 8601", () => {
  const { text } = timesIn("UTC")
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_102_444_799_999 }), (ms) => {
      const iso = new Date(ms).toISOString()
      expect(text(ms)).toBe(`${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`)
    }),
  )
})

test("each direction has its own word and shape", () => {
  expect([directionWords("STRONG_LONG"), directionWords("NEUTRAL")]).toEqual(["Strong long", "Neutral"])
  expect((["LEAN_LONG", "STRONG_SHORT", "NEUTRAL"] as const).map(badgeDirectionOf)).toEqual(["up", "down", "flat"])
})

test("every indicator has a distinct name", () => {
  const names = indicators.map((indicator) => indicatorName(idOf(indicator)))
  expect(new Set(names).size).toBe(indicators.length)
  for (const name of names) expect(name).not.toMatch(/_|\b(?:chg|pos|hist|[a-z]+rsi)\b/)
  expect(["technical.rsi_14", "fear_greed", "ETH macro.vix"].map(indicatorName)).toEqual([
    "RSI 14",
    "Fear & greed",
    "ETH VIX",
  ])
  expect(indicatorName("technical.of_yesteryear"), "one that is gone").toBe("Of yesteryear")
})
