import { createStore } from "./external-store"
import { type Times, timesIn } from "@/lib/client/format/time"

const KEY = "signal402.times.1"

/** What the server writes, and everybody who has not chosen: the market's own clock. */
export const utcTimes: Times = timesIn("UTC")

/** How this reader wants instants written. */
export const chosenTimes = createStore<Times>(utcTimes)

/** From UTC to the clocks around the reader and back. */
export function switchTimes(): void {
  const next = chosenTimes.get() === utcTimes ? timesIn() : utcTimes
  chosenTimes.set(next)
  try {
    window.localStorage.setItem(KEY, next === utcTimes ? "utc" : "local")
  } catch {
    // It holds for this page then.
  }
}

export function readTimes(): void {
  try {
    if (window.localStorage.getItem(KEY) === "local") chosenTimes.set(timesIn())
  } catch {
    // A browser that keeps nothing keeps the default.
  }
}
