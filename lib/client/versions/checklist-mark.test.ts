import { expect, test } from "vitest"
import { versionsContract } from "@/lib/endpoints/versions/contract"
import { checklistMark } from "./checklist-mark"

const entry = versionsContract.example.versions["/signal/BTC"]
if (!entry) throw new Error("The example lists the BTC signal.")
const path = "/api/signal/BTC"
const changedAtMs = Date.parse(entry.changed_at)
const HOUR_MS = 3_600_000

const markAfter = (hours: number, owned: { commitment: string; version: number } | null, part = {}) => {
  const nowMs = changedAtMs + hours * HOUR_MS
  const list = { versions: { "/signal/BTC": { ...entry, ...part } }, atMs: nowMs }
  return checklistMark(list, { path, owned, nowMs })
}

const older = { commitment: "aa".repeat(32), version: 16 }
const newest = { commitment: entry.commitment, version: 17 }

test("a version of the last 24 hours is new since yesterday, unless it is owned", () => {
  expect(markAfter(23, null)).toBe("Not bought, changed in the last 24h")
  expect(markAfter(23, older)).toBe("New since yesterday")
  expect(markAfter(23, newest)).toBe("You have the newest version")
})

test("an older version is unchanged, or newer than the owned one", () => {
  expect(markAfter(25, null)).toBe("Not bought, unchanged for 24h")
  expect(markAfter(25, older)).toBe("Newer than yours")
})

test("a panel without data is paused", () => {
  expect(markAfter(1, null, { status: "unavailable" })).toBe("Paused, waiting for data")
})

test("an unknown panel and an old list have no mark", () => {
  const list = { versions: { "/signal/BTC": entry }, atMs: changedAtMs }
  expect(checklistMark(list, { path: "/api/regime", owned: null, nowMs: changedAtMs })).toBeNull()
  expect(checklistMark(list, { path, owned: null, nowMs: changedAtMs + HOUR_MS })).toBeNull()
  expect(checklistMark(null, { path, owned: null, nowMs: changedAtMs })).toBeNull()
})
