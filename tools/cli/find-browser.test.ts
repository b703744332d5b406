import { afterEach, expect, test, vi } from "vitest"
import { findBrowser } from "./find-browser"

afterEach(() => {
  vi.unstubAllEnvs()
})

test("findBrowser() returns the browser of CHROMIUM_PATH and throws when it is missing", () => {
  vi.stubEnv("CHROMIUM_PATH", process.execPath)
  expect(findBrowser()).toBe(process.execPath)
  vi.stubEnv("CHROMIUM_PATH", "/nowhere/chromium")
  expect(findBrowser).toThrow("CHROMIUM_PATH: there is no file /nowhere/chromium.")
})
