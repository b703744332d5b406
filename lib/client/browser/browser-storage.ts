import type { TextStorage } from "./persistent-list"

type BrowserStorage = TextStorage & Pick<Storage, "removeItem">

/** Keeps nothing and says so, as a full one does. */
const blocked: BrowserStorage = {
  getItem: () => null,
  removeItem: () => undefined,
  setItem() {
    throw new DOMException("This browser keeps nothing.", "QuotaExceededError")
  },
}

/** `localStorage`, or one that keeps nothing where reading that name alone throws, as with blocked cookies. */
export function browserStorage(): BrowserStorage {
  try {
    return window.localStorage
  } catch {
    return blocked
  }
}
