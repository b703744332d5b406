import type { Sourced } from "@/lib/domain/market/candle-feed"
import type { EasternTime } from "./eastern-time"

/** Where an entry was published, in the order in which they are believed. `schedule`: our table of FOMC days. */
export const CALENDAR_SOURCES = ["fed", "bls", "bea", "fred", "forexfactory", "schedule"] as const

export type CalendarSource = (typeof CALENDAR_SOURCES)[number]

/** One scheduled release or meeting in the United States, as its publisher names it. Other countries are left out. */
export type CalendarEntry = {
  readonly title: string
  readonly source: CalendarSource
  readonly when: { readonly atMs: number } | EasternTime
  /** The publisher's own grade, `null` where it has none. */
  readonly impact: "high" | "medium" | "low" | null
}

/** Entries of all publishers together, in any order; the same event may occur once per publisher. */
export type CalendarTable = {
  readonly entries: readonly CalendarEntry[]
  /** Which publishers were asked and answered within their maximum age. */
  readonly publishers: readonly { readonly source: CalendarSource; readonly isOk: boolean }[]
}

/** `null`: no publisher answered within the maximum age. */
export type CalendarFeed = { read(): Promise<Sourced<CalendarTable> | null> }
