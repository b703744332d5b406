import type { TextStorage } from "./persistent-list"

/** Keeps nothing and says so, as a full one does. */
const blocked: TextStorage = {
  getItem: () => null,
  setItem() {
    throw new DOMException("This browser keeps nothing.", "QuotaExceededError")
  },
}

/** `localStorage`, or one that keeps nothing where reading that name alone throws, as with blocked cookies. */
export function browserStorage(): TextStorage {
  try {
    return window.localStorage
  } catch {
    return blocked
  }
}
