import type { ExternalStore } from "./external-store"

/** Several stores as one. Returns the same array until one of them changes. */
export function combineStores<T>(stores: readonly ExternalStore<T>[]): ExternalStore<readonly T[]> {
  let known: readonly T[] = []
  return {
    get() {
      const values = stores.map((store) => store.get())
      const same = known.length === values.length && values.every((value, index) => Object.is(value, known[index]))
      if (!same) known = values
      return known
    },
    subscribe(listener) {
      const leave = stores.map((store) => store.subscribe(listener))
      return () => {
        for (const stop of leave) stop()
      }
    },
  }
}
