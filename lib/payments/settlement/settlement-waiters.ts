import type { Settlement } from "./settler"

/** Callbacks that wait for the outcome of a payment. Several requests can wait for one payment. */
export type SettlementWaiters = {
  /** Calls back once, unless the returned function was called first. */
  add(id: string, callback: (settlement: Settlement) => void): () => void
  resolve(id: string, settlement: Settlement): void
}

/** `announce` receives every outcome, also without a waiter. */
export function createSettlementWaiters(
  announce: (id: string, settlement: Settlement) => void = () => undefined,
): SettlementWaiters {
  const waiting = new Map<string, Set<(settlement: Settlement) => void>>()
  return {
    add(id, callback) {
      const callbacks = waiting.get(id) ?? new Set()
      waiting.set(id, callbacks.add(callback))
      return () => {
        callbacks.delete(callback)
        if (callbacks.size === 0 && waiting.get(id) === callbacks) waiting.delete(id)
      }
    },
    resolve(id, settlement) {
      const callbacks = waiting.get(id) ?? []
      waiting.delete(id)
      for (const callback of callbacks) callback(settlement)
      announce(id, settlement)
    },
  }
}
