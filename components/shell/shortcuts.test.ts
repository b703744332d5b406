import { describe, expect, test } from "vitest"
import { actionList } from "./action-list"
import { screens } from "@/lib/client/screens"
import { shortcutOf } from "./shortcuts"

const plain = { ctrlKey: false, metaKey: false, altKey: false }
const reading = { go: [], typing: false, letters: true }

describe("shortcuts", () => {
  test("Ctrl-K and ⌘-K open the palette, also while typing and with single keys switched off", () => {
    const strict = { go: [], typing: true, letters: false }
    expect(shortcutOf({ ...plain, ctrlKey: true, key: "k" }, strict)).toEqual({ kind: "palette" })
    expect(shortcutOf({ ...plain, metaKey: true, key: "K" }, strict)).toEqual({ kind: "palette" })
  })

  test("a letter is text in a text field and when single keys are switched off", () => {
    expect(shortcutOf({ ...plain, key: "g" }, { ...reading, typing: true })).toBeNull()
    expect(shortcutOf({ ...plain, key: "?" }, { ...reading, letters: false })).toBeNull()
  })

  test("g followed by a screen's key opens that screen", () => {
    expect(shortcutOf({ ...plain, key: "g" }, reading)).toEqual({ kind: "leader" })
    expect(shortcutOf({ ...plain, key: "B" }, { ...reading, go: ["b"] })).toEqual({ kind: "go", key: "b" })
    expect(shortcutOf({ ...plain, key: "Tab" }, { ...reading, go: ["b"] }), "no screen's").toBeNull()
    expect(shortcutOf({ ...plain, key: "?" }, { ...reading, go: ["b"] })).toEqual({ kind: "help" })
  })

  test("browser shortcuts are not intercepted", () => {
    expect(shortcutOf({ ...plain, ctrlKey: true, key: "t" }, reading)).toBeNull()
    expect(shortcutOf({ ...plain, altKey: true, key: "g" }, reading)).toBeNull()
  })

  test("each listed action has its key", () => {
    for (const { key, kind } of actionList) expect(shortcutOf({ ...plain, key }, reading), key).toEqual({ kind })
    expect(new Set(actionList.map(({ key }) => key)).size).toBe(actionList.length)
  })

  test("each screen has its own key", () => {
    expect(new Set(screens.map(({ key }) => key)).size).toBe(screens.length)
  })
})
