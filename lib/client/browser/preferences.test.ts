import { expect, test } from "vitest"
import { formatPreferences, movePin, parsePreferences, pinnedFirst, togglePin } from "./preferences"
import { createPreferences } from "./preferences-store"

const defaults = { pinned: [], coin: "BTC", density: "comfortable" }

/** Keeps cookies like `document.cookie`: a written cookie replaces the one of its name. */
function cookieJar(cookies: Record<string, string> = {}) {
  return {
    get cookie() {
      return Object.entries(cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join("; ")
    },
    set cookie(text) {
      const [pair = ""] = text.split("; ")
      const at = pair.indexOf("=")
      cookies[pair.slice(0, at)] = pair.slice(at + 1)
    },
  }
}

test("a change is stored, and the server reads it from the cookie", () => {
  const cookies: Record<string, string> = { other: "1" }
  const jar = cookieJar(cookies)
  createPreferences(() => jar).change({ pinned: ["yields?chain=Base", "signal:BTC"], density: "compact" })
  const wanted = { pinned: ["yields?chain=Base", "signal:BTC"], coin: "BTC", density: "compact" }
  expect(createPreferences(() => jar).get()).toEqual(wanted)
  expect(cookies["other"]).toBe("1")
  const stored = cookies["signal402-preferences"] ?? ""
  expect(stored).toMatch(/^[\w%.*-]+$/)
  expect(parsePreferences(decodeURIComponent(stored))).toEqual(wanted)
})

test("a change of another tab is read at once and kept by the next change", () => {
  const jar = cookieJar()
  const here = createPreferences(() => jar)
  expect(here.get()).toEqual(defaults)
  createPreferences(() => jar).change({ coin: "SOL" })
  expect(here.get().coin).toBe("SOL")
  expect(here.get(), "one value while nothing changes").toBe(here.get())
  here.change({ density: "compact" })
  expect(here.get()).toEqual({ ...defaults, coin: "SOL", density: "compact" })
})

test("unknown values have their default, and a pin counts once", () => {
  expect(parsePreferences(undefined)).toEqual(defaults)
  expect(parsePreferences("{%")).toEqual(defaults)
  expect(parsePreferences("coin=DOGE&density=dense&pin=regime&pin=regime")).toEqual({ ...defaults, pinned: ["regime"] })
  expect(createPreferences(() => cookieJar({ "signal402-preferences": "%" })).get()).toEqual(defaults)
  const many = Array.from({ length: 60 }, (_, index) => `panel${index}`)
  expect(parsePreferences(formatPreferences({ ...parsePreferences(""), pinned: many })).pinned).toHaveLength(40)
})

test("without cookies a change lasts as long as the page", () => {
  const blocked = { get cookie() { return "" }, set cookie(_) {} } // prettier-ignore
  const preferences = createPreferences(() => blocked)
  let calls = 0
  preferences.subscribe(() => calls++)
  preferences.change({ density: "compact" })
  preferences.change({ coin: "ETH" })
  expect(preferences.get()).toEqual({ ...defaults, coin: "ETH", density: "compact" })
  expect(calls).toBe(2)
})

test("pins keep their order, move by one place and stop at both ends", () => {
  const pinned = togglePin(togglePin(["a"], "b"), "c")
  expect(pinned).toEqual(["a", "b", "c"])
  expect(togglePin(pinned, "b")).toEqual(["a", "c"])
  expect(movePin(pinned, "c", -1)).toEqual(["a", "c", "b"])
  expect(movePin(pinned, "a", 1)).toEqual(["b", "a", "c"])
  expect(movePin(pinned, "a", -1)).toEqual(pinned)
  expect(movePin(pinned, "c", 1)).toEqual(pinned)
  expect(movePin(pinned, "x", 1)).toEqual(pinned)
  expect(pinnedFirst([{ id: "x" }, { id: "a" }, { id: "y" }, { id: "b" }], ["b", "gone", "a"])).toEqual(
    ["b", "a", "x", "y"].map((id) => ({ id })),
  )
})
