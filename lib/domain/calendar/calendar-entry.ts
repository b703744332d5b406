import type { Sourced } from "@/lib/domain/market/candle-feed"
import type { EasternTime } from "./eastern-time"

/**
 * The publishers of entries, the most reliable first. `deribit`: the terms of its contracts, and their notional.
 * `schedule`: our tables of FOMC days and data releases.
 */
export const CALENDAR_SOURCES = ["fed", "bls", "bea", "fred", "mempool", "deribit", "forexfactory", "schedule"] as const

export type CalendarSource = (typeof CALENDAR_SOURCES)[number]

/**
 * One scheduled release or meeting in the United States, or a date of the bitcoin market, as its publisher names it. Other
 * countries are left out.
 */
export type CalendarEntry = {
  readonly title: string
  readonly source: CalendarSource
  readonly when: { readonly atMs: number } | EasternTime
  /** The publisher's own grade, `null` where it has none. */
  readonly impact: "high" | "medium" | "low" | null
  /** As the publisher writes them, unit included: `0.3%`, `175K`. Absent where it names none. */
  readonly figures?: Figures
  /** Options expiries: open contracts times price, BTC and ETH together, in US dollars. Absent: unknown. */
  readonly notionalUsd?: number
}

/** Forecast and previous value; `null`: not published. */
export type Figures = { readonly forecast: string | null; readonly previous: string | null }

/** Entries of all publishers together, in any order; the same event may occur once per publisher. */
export type CalendarTable = {
  readonly entries: readonly CalendarEntry[]
  readonly publishers: readonly Publisher[]
}

/** One requested publisher, and whether its data are within their maximum age. */
export type Publisher = {
  readonly source: CalendarSource
  readonly isOk: boolean
  /** When its list was read; absent where there is none. */
  readonly asOfMs?: number
  /** The end of its list; absent: after the week. */
  readonly untilMs?: number
  /** Only some kinds of its events are listed. */
  readonly isPartial?: boolean
}

/** `null`: no publisher answered within the maximum age. */
export type CalendarFeed = { read(): Promise<Sourced<CalendarTable> | null> }
