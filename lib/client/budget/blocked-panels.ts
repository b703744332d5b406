import { createStore, type ExternalStore } from "@/lib/client/browser/external-store"

const panels = createStore(0)

/** Number of panels on this page that cost more than today's limit leaves. */
export const blockedPanels: ExternalStore<number> = panels

/** Counts one more panel. Call the returned function to remove it. */
export function addBlockedPanel(): () => void {
  panels.set(panels.get() + 1)
  return () => panels.set(panels.get() - 1)
}
