import type { Sourced } from "@/lib/domain/market/candle-feed"
import type { EasternTime } from "./eastern-time"

/**
 * The publishers of entries, the most reliable first. `deribit`: the terms of its contracts, and their notional.
 * `schedule`: our tables of FOMC days and data releases. `bls-data`: published values, no events.
 */
export const CALENDAR_SOURCES = [
  "fed",
  "bls",
  "bea",
  "fred",
  "mempool",
  "deribit",
  "forexfactory",
  "schedule",
  "bls-data",
] as const

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

/** The value of a measure that was published for a month, as calendars write it: `0.3%`, `175K`. `month`: `2026-10`. */
export type PublishedFigure = {
  /** Of the release, as in `CPI`. */
  readonly kind: string
  readonly measure: string
  readonly month: string
  readonly value: string
}

/** Entries of all publishers together, in any order; the same event may occur once per publisher. */
export type CalendarTable = {
  readonly entries: readonly CalendarEntry[]
  readonly publishers: readonly Publisher[]
  /** The newest value of each measure; absent: none is known. */
  readonly figures?: readonly PublishedFigure[]
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
