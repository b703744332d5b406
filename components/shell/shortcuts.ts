import { createStore } from "@/lib/client/browser/external-store"
import type { ActionKind } from "./run-action"

const KEY = "signal402.shortcuts.1"

/** Whether single letters act; WCAG 2.1.4 wants a way to switch them off, because dictation types letters. */
export const singleKeysEnabled = createStore(true)

export function loadSingleKeysSetting(): void {
  try {
    singleKeysEnabled.set(window.localStorage.getItem(KEY) !== "off")
  } catch {
    // A browser that keeps nothing keeps the default.
  }
}

export function setSingleKeysEnabled(act: boolean): void {
  singleKeysEnabled.set(act)
  try {
    window.localStorage.setItem(KEY, act ? "on" : "off")
  } catch {
    // It holds for this page then.
  }
}

export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">

export type Shortcut = { readonly kind: ActionKind | "leader" } | { readonly kind: "go"; readonly key: string }

/**
 * What a key press means. Pure.
 *
 * @param go keys that name a screen, where `g` was pressed just before; else none
 * @param typing whether the reader is in a text field, where letters are letters
 */
export function shortcutOf(
  press: KeyPress,
  { go, typing, letters }: { readonly go: readonly string[]; readonly typing: boolean; readonly letters: boolean },
): Shortcut | null {
  const key = press.key.toLowerCase()
  if ((press.ctrlKey || press.metaKey) && !press.altKey) return key === "k" ? { kind: "palette" } : null
  if (press.altKey || typing || !letters) return null
  // Any other key after `g`, as Tab or Enter, is what it always is.
  if (go.includes(key)) return { kind: "go", key }
  switch (key) {
    case "g":
      return { kind: "leader" }
    case "?":
      return { kind: "help" }
    case "/":
      return { kind: "palette" }
    case "w":
      return { kind: "wallet" }
    case "b":
      return { kind: "budget" }
    case "i":
      return { kind: "inspector" }
    case "t":
      return { kind: "theme" }
    case "u":
      return { kind: "times" }
    default:
      return null
  }
}
