import { afterEach, expect, test, vi } from "vitest"
import { chosenTimes, readTimes, switchTimes, utcTimes } from "./times"

afterEach(() => {
  vi.unstubAllGlobals()
  chosenTimes.set(utcTimes)
})

test("the chosen time zone survives a reload, and UTC is the default", () => {
  const kept = new Map<string, string>()
  const localStorage = { getItem: (key: string) => kept.get(key) ?? null, setItem: kept.set.bind(kept) }
  vi.stubGlobal("window", { localStorage })
  readTimes()
  expect(chosenTimes.get()).toBe(utcTimes)
  switchTimes()
  chosenTimes.set(utcTimes)
  readTimes()
  expect(chosenTimes.get()).not.toBe(utcTimes)
  switchTimes()
  expect(chosenTimes.get()).toBe(utcTimes)
  readTimes()
  expect(chosenTimes.get()).toBe(utcTimes)
})

test("a zone without a name can be switched to", () => {
  const nameless = { ...new Intl.DateTimeFormat("en-US").resolvedOptions(), timeZone: "Etc/Unknown" }
  const options = vi.spyOn(Intl.DateTimeFormat.prototype, "resolvedOptions").mockReturnValue(nameless)
  vi.stubGlobal("window", {})
  switchTimes()
  options.mockRestore()
  expect(chosenTimes.get()).not.toBe(utcTimes)
  expect(chosenTimes.get().text("2026-11-20T12:00:00.000Z")).toMatch(/^2026-11-/)
})

test("without storage the choice lasts as long as the page", () => {
  vi.stubGlobal("window", {})
  readTimes()
  switchTimes()
  expect(chosenTimes.get()).not.toBe(utcTimes)
})
