import fc from "fast-check"
import { keccak256 as viemKeccak, stringToHex, toHex } from "viem"
import { expect, test } from "vitest"
import { hashOfText, keccak256 } from "./keccak"

test("the hash of empty input is Keccak-256's, not SHA-3's", () => {
  expect(keccak256("0x")).toBe("0xc5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470")
})

test("bytes, hex and texts have the same hashes as viem's, in any order", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), fc.string({ unit: "grapheme" }), (bytes, text) => {
      expect(keccak256(bytes)).toBe(viemKeccak(bytes))
      expect(hashOfText(text)).toBe(viemKeccak(stringToHex(text)))
      expect(keccak256(toHex(bytes))).toBe(viemKeccak(bytes))
    }),
  )
})
