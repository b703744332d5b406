import { afterEach, expect, test, vi } from "vitest"
import { findBrowser } from "./find-browser"

afterEach(() => {
  vi.unstubAllEnvs()
})

test("the browser that is named is taken, and no other in its place", () => {
  vi.stubEnv("CHROMIUM_PATH", process.execPath)
  expect(findBrowser()).toBe(process.execPath)
  vi.stubEnv("CHROMIUM_PATH", "/nowhere/chromium")
  expect(findBrowser).toThrow("CHROMIUM_PATH: there is no file /nowhere/chromium.")
})
