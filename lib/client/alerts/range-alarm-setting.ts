import { createStore } from "@/lib/client/browser/external-store"

const KEY = "signal402.range-alarm.1"

/** Whether the alarm is on. Off until somebody switches it on. */
export const rangeAlarm = createStore(false)

export function loadRangeAlarm(): void {
  try {
    rangeAlarm.set(window.localStorage.getItem(KEY) === "on")
  } catch {
    // Without storage it stays off.
  }
}

export function setRangeAlarm(isOn: boolean): void {
  rangeAlarm.set(isOn)
  try {
    window.localStorage.setItem(KEY, isOn ? "on" : "off")
  } catch {
    // The setting lasts as long as this page.
  }
}
