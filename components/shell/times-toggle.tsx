"use client"

import { switchTimes, utcTimes } from "@/lib/client/browser/times"
import { useTimes } from "@/lib/client/browser/use-times"

/** Switches between UTC and local time. */
export function TimesToggle() {
  const { isUtc, name } = useChoice()
  return (
    <button className="icon-button times-toggle" type="button" onClick={switchTimes} aria-label={name}>
      {isUtc ? "UTC" : "local"}
    </button>
  )
}

/** The toggle with a text label, for the menu. */
export function TimesChoice() {
  const { name } = useChoice()
  return (
    <button className="button" type="button" onClick={switchTimes}>
      {name}
    </button>
  )
}

function useChoice() {
  const isUtc = useTimes() === utcTimes
  return { isUtc, name: isUtc ? "Times: UTC. Switch to local" : "Times: local. Switch to UTC" }
}
