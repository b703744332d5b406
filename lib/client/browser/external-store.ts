/** A value that React and plain code can subscribe to; the shape of `useSyncExternalStore`. */
export type ExternalStore<T> = {
  readonly get: () => T
  readonly subscribe: (listener: () => void) => () => void
}

export type WritableStore<T> = ExternalStore<T> & { readonly set: (next: T) => void }

/** Listeners are called only when the value changes. */
export function createStore<T>(initial: T): WritableStore<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(value, next)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
