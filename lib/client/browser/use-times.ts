import { useSyncExternalStore } from "react"
import type { Times } from "@/lib/client/format/time"
import { chosenTimes, utcTimes } from "./times"

/** Writes instants as this reader wants them; in UTC while the server renders. */
export function useTimes(): Times {
  return useSyncExternalStore(chosenTimes.subscribe, chosenTimes.get, () => utcTimes)
}
