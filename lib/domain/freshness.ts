import { intervalMs } from "./market/candle"
import { DAY_MS, HOUR_MS, MINUTE_MS } from "./utc-day"

/** Refresh interval and maximum age of an input. */
export type InputLimits = {
  readonly name: string
  /** Interval of the requests for newer content. */
  readonly everyMs: number
  /** Older content counts as unknown, and answers that need it are not sold. */
  readonly maxAgeMs: number
}

/**
 * Used by feeds and published by the interface.
 */
export const inputLimits = {
  price: { name: "price", everyMs: 30_000, maxAgeMs: 5 * MINUTE_MS },
  "1h": { name: "hourly candles", everyMs: intervalMs["1h"], maxAgeMs: 2 * intervalMs["1h"] },
  "4h": { name: "4-hour candles", everyMs: intervalMs["4h"], maxAgeMs: 2 * intervalMs["4h"] },
  "1d": { name: "daily candles", everyMs: intervalMs["1d"], maxAgeMs: 30 * HOUR_MS },
  openInterest: { name: "open interest", everyMs: 5 * MINUTE_MS, maxAgeMs: 3 * HOUR_MS },
  fearGreed: { name: "fear & greed index", everyMs: HOUR_MS / 2, maxAgeMs: 36 * HOUR_MS },
  dominance: { name: "dominance", everyMs: HOUR_MS / 6, maxAgeMs: 6 * HOUR_MS },
  /** The longest pause between trading days is a weekend with a holiday on each side. */
  etfFlows: { name: "fund flows", everyMs: HOUR_MS / 2, maxAgeMs: 7 * DAY_MS },
  options: { name: "options", everyMs: 5 * MINUTE_MS, maxAgeMs: HOUR_MS / 2 },
  marketOdds: { name: "market odds", everyMs: 5 * MINUTE_MS, maxAgeMs: HOUR_MS / 2 },
  calendar: { name: "calendar", everyMs: 6 * HOUR_MS, maxAgeMs: 7 * DAY_MS },
  /** The maximum: CoinGecko's terms allow a paid service to keep data for one day. */
  treasuries: { name: "holdings", everyMs: 6 * HOUR_MS, maxAgeMs: 3 * DAY_MS },
  pools: { name: "pools", everyMs: HOUR_MS, maxAgeMs: 12 * HOUR_MS },
  trust: { name: "facts on protocols", everyMs: 6 * HOUR_MS, maxAgeMs: 3 * DAY_MS },
  tokens: { name: "token lists", everyMs: 2 * MINUTE_MS, maxAgeMs: 15 * MINUTE_MS },
  news: { name: "news", everyMs: HOUR_MS / 4, maxAgeMs: 6 * HOUR_MS },
  /** "Clear" needs an answer of a provider of world news within this time. */
  newsPoll: { name: "last look at the news", everyMs: HOUR_MS / 4, maxAgeMs: 2 * HOUR_MS },
} as const satisfies Readonly<Record<string, InputLimits>>

/** Maximum age of optional parts, counted from the newest value. Older parts are unknown. */
export const partLimits = {
  /** Two periods of eight hours: an older rate does not describe the next rate. */
  fundingMs: 17 * HOUR_MS,
  /** Open interest and long/short ratio. */
  positionsMs: 6 * HOUR_MS,
  /** Trading days only: a Friday's value is the newest until a Tuesday, and two days longer around holidays. */
  sessionsMs: 6 * DAY_MS,
  stablecoinsMs: 72 * HOUR_MS,
} as const

export type InputName = keyof typeof inputLimits
