import fc from "fast-check"
import { expect, test } from "vitest"
import {
  count,
  fullUsd,
  pct,
  share,
  signedCount,
  signedPct,
  signedUsd,
  tokenPrice,
  UNKNOWN,
  usd,
  words,
} from "./format"

test("unknown is a dash in every format, never a zero", () => {
  for (const format of [usd, fullUsd, tokenPrice, pct, signedPct, signedUsd, share, count, signedCount]) {
    expect(format(null)).toBe(UNKNOWN)
    expect(format(undefined)).toBe(UNKNOWN)
  }
})

test("figures have a sign, a unit and a true minus", () => {
  expect(signedPct(7.44)).toBe("+7.4%")
  expect(signedPct(-7.44)).toBe("−7.4%")
  expect(signedUsd(310_200_000)).toBe("+$310.2M")
  expect(usd(-1_204_000_000)).toBe("−$1.204B")
  expect(share(0.474)).toBe("47%")
  expect(count(16_772)).toBe("16,772")
})

test("full prices are not shortened", () => {
  expect([98.4, 1563.9, 9999.99, 108_651.6, -4000].map(fullUsd)).toEqual([
    "$98.40",
    "$1,563.90",
    "$9,999.99",
    "$108,652",
    "−$4,000.00",
  ])
})

test("a price below a cent keeps its significant digits", () => {
  expect([0.000_012_344, 0.0421, 1234.5].map(tokenPrice)).toEqual(["$0.00001234", "$0.0421", "$1,235"])
})

test("a value that rounds to zero has no sign", () => {
  expect(signedPct(-0.001)).toBe("0.0%")
  expect(signedPct(0)).toBe("0.0%")
  expect([signedCount(0.4), signedCount(-0.4), signedCount(-40)]).toEqual(["0", "0", "−40"])
  expect([pct(-0.04), pct(-0.004, 2), pct(-0), pct(-0.06)]).toEqual(["0.0%", "0.00%", "0.0%", "−0.1%"])
  expect([fullUsd(-0.001), count(-0.3), usd(-0)]).toEqual(["$0.00", "0", "$0"])
})

test("a share near 0 or 1 is not rounded to it", () => {
  expect([1, 0.999, 0.996, 0.99, 0.01, 0.004, 0].map(share)).toEqual(["100%", ">99%", ">99%", "99%", "1%", "<1%", "0%"])
})

test("no figure contains a hyphen as a minus", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e12, max: 1e12 }), (value) => {
      for (const format of [usd, fullUsd, tokenPrice, pct, signedPct, signedUsd, count, signedCount])
        expect(format(value)).not.toContain("-")
    }),
  )
})

test("codes become words", () => {
  expect(words("FEAR_CAPITULATION")).toBe("Fear capitulation")
  expect(words("DE_ESCALATION")).toBe("De-escalation")
  expect(words("sma_200")).toBe("200-day average")
  expect(words("BTC")).toBe("BTC")
  expect(words("rsi_contrarian")).toBe("RSI, contrarian")
})
