import type { TextStorage } from "./persistent-list"

type BrowserStorage = TextStorage & Pick<Storage, "removeItem">

/** Stores nothing and throws on writing, like a full storage. */
const blocked: BrowserStorage = {
  getItem: () => null,
  removeItem: () => undefined,
  setItem() {
    throw new DOMException("This browser keeps nothing.", "QuotaExceededError")
  },
}

/** `localStorage`, or an empty storage where the property itself throws (blocked cookies). */
export function browserStorage(): BrowserStorage {
  try {
    return window.localStorage
  } catch {
    return blocked
  }
}
