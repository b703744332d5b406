import { afterEach, expect, test, vi } from "vitest"
import { browserStorage } from "./browser-storage"

afterEach(() => void vi.unstubAllGlobals())

test("a browser's own storage is used as it is", () => {
  const localStorage = { getItem: () => "kept", setItem: () => undefined }
  vi.stubGlobal("window", { localStorage })
  expect(browserStorage()).toBe(localStorage)
})

test("where its name alone throws, nothing is kept and whoever writes hears so", () => {
  vi.stubGlobal("window", {
    get localStorage() {
      throw new DOMException("denied", "SecurityError")
    },
  })
  expect(browserStorage().getItem("a")).toBeNull()
  expect(() => browserStorage().setItem("a", "b")).toThrow("keeps nothing")
})
