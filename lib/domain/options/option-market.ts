import type { Sourced } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import { MINUTE_MS } from "@/lib/domain/utc-day"
import type { ImpliedDay } from "./premium"
import type { OptionSurface } from "./surface"

/** What is kept of the options of a coin: no quotes, only what they imply. */
export type OptionMarket = {
  readonly surface: OptionSurface
  /** The newest surface from before the last 4h close, for the record; `null` without one. */
  readonly beforeClose: OptionSurface | null
  /** The venue's index of implied volatility by day; empty for a coin that has none. */
  readonly index: readonly ImpliedDay[]
}

export type OptionFeed = { read(coin: Coin): Promise<Sourced<OptionMarket> | null> }

export const MAX_BEFORE_CLOSE_MS = 30 * MINUTE_MS

/** The surface made at a time or in the half hour before it, never after it; `null` without one. */
export function surfaceBefore(
  { surface, beforeClose }: Pick<OptionMarket, "surface" | "beforeClose">,
  timeMs: number,
): OptionSurface | null {
  const isBefore = (one: OptionSurface | null) =>
    one !== null && one.atMs <= timeMs && one.atMs > timeMs - MAX_BEFORE_CLOSE_MS
  return [surface, beforeClose].find(isBefore) ?? null
}
