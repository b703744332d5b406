import { useSyncExternalStore } from "react"
import type { Times } from "@/lib/client/format/time"
import { chosenTimes, utcTimes } from "./times"

/** The chosen time zone; UTC on the server. */
export function useTimes(): Times {
  return useSyncExternalStore(chosenTimes.subscribe, chosenTimes.get, () => utcTimes)
}
