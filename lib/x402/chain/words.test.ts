import fc from "fast-check"
import { encodeAbiParameters } from "viem"
import { expect, test } from "vitest"
import { bytesWords, hexWord, numberWord } from "./words"

test("numbers and addresses are encoded like viem's", () => {
  const numbers = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
  fc.assert(
    fc.property(numbers, (value) => {
      expect(`0x${numberWord(value)}`).toBe(encodeAbiParameters([{ type: "uint256" }], [value]))
    }),
  )
  const address = "0xcA11bde05977b3631167028862bE2a173976CA11"
  expect(`0x${hexWord(address)}`).toBe(encodeAbiParameters([{ type: "address" }], [address]))
  expect(numberWord(8453)).toBe(numberWord(8453n))
})

test("bytes fill whole words, and empty bytes have only their length", () => {
  expect(bytesWords("0x")).toBe(numberWord(0))
  expect(bytesWords(`0x${"ab".repeat(32)}`)).toBe(numberWord(32) + "ab".repeat(32))
  expect(bytesWords(`0x${"ab".repeat(33)}`)).toHaveLength(3 * 64)
})

test("a value that does not fit a word is refused, because it would shift the words after it", () => {
  for (const value of [2n ** 256n, -1n, Number.NaN, 1.5, -1]) expect(() => numberWord(value)).toThrow(RangeError)
  expect(() => hexWord(`0x${"ab".repeat(33)}`)).toThrow(RangeError)
})
