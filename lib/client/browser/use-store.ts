import { useSyncExternalStore } from "react"
import type { ExternalStore } from "./external-store"

/** Renders with a store's value, and again on each change. */
export function useStore<T>(store: ExternalStore<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, store.get)
}

const never: ExternalStore<null> = { get: () => null, subscribe: () => () => undefined }

/** Like `useStore`, for a store that may not have loaded: `null` until then. */
export function useMaybeStore<T>(store: ExternalStore<T> | null): T | null {
  return useStore<T | null>(store ?? never)
}
