import { createStore } from "./external-store"
import { type Times, timesIn } from "@/lib/client/format/time"

const KEY = "signal402.times.1"

/** The default, which the server renders: the market's clock. */
export const utcTimes: Times = timesIn("UTC")

/** The time zone in which instants are written. */
export const chosenTimes = createStore<Times>(utcTimes)

/** Switches between UTC and local time. */
export function switchTimes(): void {
  const next = chosenTimes.get() === utcTimes ? timesIn() : utcTimes
  chosenTimes.set(next)
  try {
    window.localStorage.setItem(KEY, next === utcTimes ? "utc" : "local")
  } catch {
    // The choice lasts as long as this page.
  }
}

export function readTimes(): void {
  try {
    if (window.localStorage.getItem(KEY) === "local") chosenTimes.set(timesIn())
  } catch {
    // Without storage the default stays.
  }
}
