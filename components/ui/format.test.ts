import fc from "fast-check"
import { expect, test } from "vitest"
import { count, pct, share, signedPct, signedUsd, UNKNOWN, usd, words } from "./format"

test("unknown is a dash in every format, never a zero", () => {
  for (const format of [usd, pct, signedPct, signedUsd, share, count]) {
    expect(format(null)).toBe(UNKNOWN)
    expect(format(undefined)).toBe(UNKNOWN)
  }
})

test("figures carry sign, unit and a true minus", () => {
  expect(signedPct(7.44)).toBe("+7.4%")
  expect(signedPct(-7.44)).toBe("−7.4%")
  expect(signedUsd(310_200_000)).toBe("+$310.2M")
  expect(usd(-1_204_000_000)).toBe("−$1.204B")
  expect(share(0.474)).toBe("47%")
  expect(count(16_772)).toBe("16,772")
})

test("what rounds to zero has no sign", () => {
  expect(signedPct(-0.001)).toBe("0.0%")
  expect(signedPct(0)).toBe("0.0%")
})

test("no figure ever shows a hyphen for a minus", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, min: -1e12, max: 1e12 }), (value) => {
      for (const format of [usd, pct, signedPct, signedUsd, count]) expect(format(value)).not.toContain("-")
    }),
  )
})

test("codes become words", () => {
  expect(words("FEAR_CAPITULATION")).toBe("Fear capitulation")
})
