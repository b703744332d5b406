import { expect, test } from "vitest"
import { createWaitEnd, isOver } from "./clock"

test.each([
  [0, 0, false],
  [0, 9, false],
  [0, 10, true],
  [Number.NEGATIVE_INFINITY, 0, true],
  [1, 0, true],
  [3_600_000, 0, true],
])("isOver() for ten milliseconds since %d at %d is %j", (sinceMs, nowMs, expected) => {
  expect(isOver({ sinceMs, lengthMs: 10, nowMs })).toBe(expected)
})

test("a waiter is resolved at the end, and a later waiter at once", () => {
  const heard: boolean[] = []
  const wait = createWaitEnd()
  wait.addEventListener("abort", () => heard.push(wait.aborted))
  expect([wait.aborted, heard]).toEqual([false, []])
  wait.end()
  expect([wait.aborted, heard]).toEqual([true, [true]])
})
