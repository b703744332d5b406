import type { ExternalStore } from "./external-store"

/** False when the browser reports that there is no network. */
export const online: ExternalStore<boolean> = {
  get: () => navigator.onLine,
  subscribe(listener) {
    window.addEventListener("online", listener)
    window.addEventListener("offline", listener)
    return () => {
      window.removeEventListener("online", listener)
      window.removeEventListener("offline", listener)
    }
  },
}
