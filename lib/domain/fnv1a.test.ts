import { expect, test } from "vitest"
import { fnv1a, fnv1aHex } from "./fnv1a"

test.each([
  ["", 0x811c9dc5],
  ["a", 0xe40c292c],
  ["foobar", 0xbf9cf968],
])("%o matches the authors' test vectors", (text, hash) => {
  expect(fnv1a(text)).toBe(hash)
})

test("a small hash keeps its leading zeros", () => {
  expect(fnv1aHex("n463")).toBe("0089cb68")
})
