import { createStore } from "@/lib/client/browser/external-store"
import type { ActionKind } from "./run-action"

const KEY = "signal402.shortcuts.1"

/** Whether single-key shortcuts are on. WCAG 2.1.4 requires a switch, because dictation types letters. */
export const singleKeysEnabled = createStore(true)

export function loadSingleKeysSetting(): void {
  try {
    singleKeysEnabled.set(window.localStorage.getItem(KEY) !== "off")
  } catch {
    // Without storage the default stays.
  }
}

export function setSingleKeysEnabled(act: boolean): void {
  singleKeysEnabled.set(act)
  try {
    window.localStorage.setItem(KEY, act ? "on" : "off")
  } catch {
    // The setting lasts as long as this page.
  }
}

export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey">

export type Shortcut = { readonly kind: ActionKind | "leader" } | { readonly kind: "go"; readonly key: string }

/**
 * The meaning of a key press. Pure.
 *
 * @param go keys of screens, right after `g`; empty otherwise
 * @param typing the focus is in a text field, where letters are text
 */
export function shortcutOf(
  press: KeyPress,
  { go, typing, letters }: { readonly go: readonly string[]; readonly typing: boolean; readonly letters: boolean },
): Shortcut | null {
  const key = press.key.toLowerCase()
  if ((press.ctrlKey || press.metaKey) && !press.altKey) return key === "k" ? { kind: "palette" } : null
  if (press.altKey || typing || !letters) return null
  // Any other key after `g` keeps its meaning.
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
    case "s":
      return { kind: "session" }
    case "a":
      return { kind: "alerts" }
    case "p":
      return { kind: "checklist" }
    case "i":
      return { kind: "stage" }
    case "t":
      return { kind: "theme" }
    case "u":
      return { kind: "times" }
    default:
      return null
  }
}
