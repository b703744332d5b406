import { expect, test } from "vitest"
import { createPreferences, defaultPreferences, movePin, pinnedFirst, togglePin } from "./preferences"

const KEY = "preferences"

function storageWith(text: string | null) {
  const stored = new Map<string, string>(text === null ? [] : [[KEY, text]])
  return {
    stored,
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
}

test("a change is stored and read again", () => {
  const storage = storageWith(null)
  createPreferences(storage, KEY).change({ pinned: ["regime", "signal:BTC"], density: "compact" })
  const reread = createPreferences(storage, KEY)
  expect(reread.get()).toMatchObject({ pinned: ["regime", "signal:BTC"], coin: "BTC", density: "compact" })
  expect([...storage.stored.keys()]).toEqual([KEY])
})

for (const text of ["{", "7", "{}", '{"pinned":["regime"],"coin":"DOGE","density":"compact"}']) {
  test(`${text} counts as the default, and a change keeps a copy of it`, () => {
    const storage = storageWith(text)
    const preferences = createPreferences(storage, KEY)
    expect(preferences.get()).toEqual(defaultPreferences)
    expect(storage.stored.get(KEY)).toBe(text)
    preferences.change({ coin: "SOL" })
    preferences.change({ coin: "ETH" })
    expect(storage.stored.get(`${KEY}.damaged`)).toBe(text)
    expect(createPreferences(storage, KEY).get().coin).toBe("ETH")
  })
}

test("an entry of another version counts as the default, and stays stored after a change", () => {
  const entry = { id: "preferences", pinned: ["regime"], coin: "DOGE", density: "compact" }
  const storage = storageWith(JSON.stringify([entry]))
  const preferences = createPreferences(storage, KEY)
  expect(preferences.get()).toEqual(defaultPreferences)
  preferences.change({ coin: "SOL" })
  expect(JSON.parse(storage.stored.get(KEY) ?? "")).toEqual([entry, { ...defaultPreferences, coin: "SOL" }])
  expect(createPreferences(storage, KEY).get().coin).toBe("SOL")
})

test("without storage a change lasts as long as the page", () => {
  const blocked = () => {
    throw new Error("blocked")
  }
  const preferences = createPreferences({ getItem: blocked, setItem: blocked }, KEY)
  preferences.change({ density: "compact" })
  expect(preferences.get().density).toBe("compact")
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
