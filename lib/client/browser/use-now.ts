import { useSyncExternalStore } from "react"
import { createPageClock } from "./clock"

const clock = createPageClock()

/** The time to the nearest 15 seconds; 0 while the server renders. */
export function useNow(): number {
  return useSyncExternalStore(clock.subscribe, clock.read, () => 0)
}
