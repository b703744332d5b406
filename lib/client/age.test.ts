import { expect, test } from "vitest"
import { NOW_MS } from "@/lib/client/testing/fixtures"
import { isOlder } from "./age"

test("what is as old as it may be is not older", () => {
  expect(isOlder({ atMs: NOW_MS }, 60_000, NOW_MS + 60_000)).toBe(false)
  expect(isOlder({ atMs: NOW_MS }, 60_000, NOW_MS + 60_001)).toBe(true)
})

test("an instant of the future is old: the clock was set back", () => {
  expect(isOlder({ atMs: NOW_MS + 3_600_000 }, 60_000, NOW_MS)).toBe(true)
  expect(isOlder({ atMs: NOW_MS + 15_000 }, 60_000, NOW_MS), "the page's beat is behind by as much").toBe(false)
})
