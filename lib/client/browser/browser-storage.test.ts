import { afterEach, expect, test, vi } from "vitest"
import { browserStorage } from "./browser-storage"

afterEach(() => void vi.unstubAllGlobals())

test("localStorage is used when it is available", () => {
  const localStorage = { getItem: () => "kept", setItem: () => undefined }
  vi.stubGlobal("window", { localStorage })
  expect(browserStorage()).toBe(localStorage)
})

test("when reading localStorage throws, reads return null and writes throw", () => {
  vi.stubGlobal("window", {
    get localStorage() {
      throw new DOMException("denied", "SecurityError")
    },
  })
  expect(browserStorage().getItem("a")).toBeNull()
  expect(() => browserStorage().setItem("a", "b")).toThrow("keeps nothing")
})
