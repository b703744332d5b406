import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"

/** Maximum age of a series' newest point. Feeds and probes reject older content. */
export const seriesMaxAgeMs = {
  funding: 13 * HOUR_MS,
  openInterest: 3 * HOUR_MS,
  longShort: 4 * HOUR_MS,
  takerFlow: 4 * HOUR_MS,
  coinbasePremium: 3 * HOUR_MS,
  stablecoins: 60 * HOUR_MS,
  /** A Friday's value is the newest until a Tuesday, and longer around holidays. */
  sessions: 7 * DAY_MS,
  /** The Fed publishes the index once a week. */
  dollarIndex: 14 * DAY_MS,
  /** A yield of weeks ago is still a fair yardstick. */
  bill: 14 * DAY_MS,
  /** Futures rest over a weekend, and a day longer around a holiday. */
  commodityHours: 4 * DAY_MS,
} as const
