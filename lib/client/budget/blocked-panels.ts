import { createStore, type ExternalStore } from "@/lib/client/browser/external-store"

const panels = createStore(0)

/** How many panels of this page cost more than the limit of the day leaves. */
export const blockedPanels: ExternalStore<number> = panels

/** Counts one more of them, until what is returned is called. */
export function addBlockedPanel(): () => void {
  panels.set(panels.get() + 1)
  return () => panels.set(panels.get() - 1)
}
