import type { Candle, Interval } from "./candle"
import type { Coin } from "./coin"

/** Provider of a value and the time of its content, which is not the time of the transport. */
export type Provenance = { readonly asOfMs: number; readonly source: string }

const BETWEEN_SOURCES = ", "

/** The source of a value that several providers gave together. */
export function joinSources(names: readonly string[]): string {
  return [...new Set(names)].toSorted().join(BETWEEN_SOURCES)
}

/** The providers of a value, each with the time of the value. */
export function splitSources({ source, asOfMs }: Provenance): readonly Provenance[] {
  return source.split(BETWEEN_SOURCES).map((name) => ({ source: name, asOfMs }))
}

/** A value with its provenance. */
export type Sourced<T> = Provenance & {
  readonly value: T
  readonly fetchedAtMs: number
}

/** Closed candles, ascending in `openTimeMs`, without duplicates; holes are allowed. `asOfMs` is the last close. */
export type Candles = Sourced<readonly Candle[]>

/** Source of prices for the engine. Each method returns the newest value, or `null` without one within its maximum age. */
export type CandleFeed = {
  candles(coin: Coin, interval: Interval): Promise<Candles | null>
  /** The last traded price; `asOfMs` is the time of the trade. */
  price(coin: Coin): Promise<Price | null>
}

/** `isDisputed`: two sources differ by more than 1%. */
export type Price = Sourced<number> & { readonly isDisputed: boolean }

/** What `meta.degraded` says about a price. */
export const DISPUTED = "two price sources differ by more than 1%"

/** A price that something may be decided by, or `null`. Every other use says whether the price is disputed. */
export function agreedPrice(price: Price | null): number | null {
  return price === null || price.isDisputed ? null : price.value
}
