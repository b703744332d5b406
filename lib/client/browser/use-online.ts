import { useSyncExternalStore } from "react"
import { online } from "./online"

/** False when the browser is sure that there is no network. */
export function useOnline(): boolean {
  return useSyncExternalStore(online.subscribe, online.get, () => true)
}
