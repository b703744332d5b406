import fc from "fast-check"
import { expect, test } from "vitest"
import { isAppError } from "./errors"
import { formatUsdc, InvalidAmountError, parseUsdc, usdc } from "./usdc"

test("a formatted amount is parsed back to the same atomic units", () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 40n }), (atomic) => {
      expect(parseUsdc(formatUsdc(usdc(atomic)))).toBe(atomic)
    }),
  )
})

test.each([
  ["0", 0n],
  ["0.05", 50_000n],
  ["1", 1_000_000n],
  ["0.000001", 1n],
  ["10.10", 10_100_000n],
])("%s dollars are %s atomic units", (text, atomic) => {
  expect(parseUsdc(text)).toBe(atomic)
})

test.each(["", ".5", "1.", "0.0000001", "-1", "1e3", "1,000", " 1", "0x10", "٣", "NaN", "9".repeat(61)])(
  "%j is refused",
  (text) => {
    expect(() => parseUsdc(text)).toThrow(InvalidAmountError)
  },
)

test.each([
  [0n, "0.00"],
  [50_000n, "0.05"],
  [1_234_567n, "1.234567"],
  [10_000_000n, "10.00"],
  [100n, "0.0001"],
])("%s atomic units are written %s", (atomic, text) => {
  expect(formatUsdc(usdc(atomic))).toBe(text)
})

test("isAppError() recognises an AppError by its mark, and no other error", () => {
  expect(isAppError(new InvalidAmountError("x"))).toBe(true)
  expect(isAppError(Object.assign(new Error("x"), { code: "internal" }))).toBe(false)
  expect(isAppError("internal")).toBe(false)
})
