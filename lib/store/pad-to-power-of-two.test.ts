import { expect, test } from "vitest"
import { padToPowerOfTwo } from "./pad-to-power-of-two"

test("lists grow to a power of two by repeating the last entry", () => {
  const lists = [1, 2, 3, 4, 5].map((length) => padToPowerOfTwo([1, 2, 3, 4, 5].slice(0, length)))
  expect(lists).toEqual([[1], [1, 2], [1, 2, 3, 3], [1, 2, 3, 4], [1, 2, 3, 4, 5, 5, 5, 5]])
  expect(padToPowerOfTwo([])).toEqual([])
})
