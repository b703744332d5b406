import type { MarketView } from "./market-view"

export const CATEGORIES = ["sentiment", "technical", "trend", "macro"] as const

export type Category = (typeof CATEGORIES)[number]
export type Vote = "long" | "short" | "neutral"

/** `vote: null` abstains, and `reason` says why. A value may be shown without a vote. */
export type Reading =
  | { readonly value: number | string; readonly vote: Vote; readonly reason: null }
  | { readonly value: number | string | null; readonly vote: null; readonly reason: string }

/** One of the 25. `read` is pure and sees closed candles only. */
export type Indicator = {
  readonly category: Category
  readonly name: string
  readonly unit: string
  /** The vote rule in words, as the methodology prints it. */
  readonly rule: string
  readonly horizon: "24h" | "7d" | "context"
  /** What measured history says about the reading. */
  readonly evidence: "validated" | "weak" | "untested"
  /** Which candles the value ages with; `null` for indicators whose source is not connected. */
  readonly basis: "1d" | "4h" | "1h" | null
  read(view: MarketView): Reading
}

export function votes(value: number | string, vote: Vote): Reading {
  return { value, vote, reason: null }
}

export function abstains(reason: string, value: number | string | null = null): Reading {
  return { value, vote: null, reason }
}

/** Long from `long` upwards, short from `short` downwards; bounds included. */
export function above(value: number, long: number, short: number): Vote {
  return value >= long ? "long" : value <= short ? "short" : "neutral"
}

export const NOT_ENOUGH_HISTORY = "not enough closed candles"
