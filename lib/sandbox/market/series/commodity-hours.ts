import { DAY_MS, HOUR_MS } from "@/lib/domain/utc-day"
import { normalAt, streamOf } from "@/lib/sandbox/market/random"
import type { SimulatedMarket } from "@/lib/sandbox/market/simulated-market"
import { macroDays } from "./macro"
import { easternOffsetMs, easternTime } from "./us-calendar"

const CLOSE_HOUR = 16
/** Around a long weekend the next close is this far away at most. */
const MAX_GAP_MS = 6 * DAY_MS

/** Gold is a troy ounce, oil a barrel of WTI; both in dollars. */
export type Commodity = "gold" | "oil"

/** A price at the end of an hour, on the hour. */
export type CommodityHour = { readonly closeMs: number; readonly closeUsd: number }

const hourlyMove = { gold: 0.0016, oil: 0.0036 } as const satisfies Record<Commodity, number>

/**
 * Prices around the clock at every full hour after `fromMs` up to `nowMs`: between the closes of two sessions, they
 * follow a random path to the second close.
 */
export function commodityHours(
  market: SimulatedMarket,
  commodity: Commodity,
  { fromMs, nowMs }: { readonly fromMs: number; readonly nowMs: number },
): readonly CommodityHour[] {
  const around = { fromMs: fromMs - MAX_GAP_MS, nowMs: nowMs + MAX_GAP_MS }
  const closes = macroDays(market, commodity, around).map(({ dayMs, close }) => ({
    closeMs: easternTime(dayMs, CLOSE_HOUR),
    closeUsd: close,
  }))
  return closes
    .flatMap((to, index) => {
      const from = closes[index - 1]
      return from === undefined ? [] : bridge(market, commodity, { from, to })
    })
    .filter(({ closeMs }) => closeMs > fromMs && closeMs <= nowMs)
}

/** A Brownian bridge in the logarithm: tied down at both closes. */
function bridge(
  { seed }: SimulatedMarket,
  commodity: Commodity,
  { from, to }: { readonly from: CommodityHour; readonly to: CommodityHour },
): readonly CommodityHour[] {
  const stream = streamOf(seed, `${commodity}/hours`)
  const hours = Math.round((to.closeMs - from.closeMs) / HOUR_MS)
  const walk = [0]
  for (let hour = 1; hour <= hours; hour++) {
    walk.push((walk.at(-1) ?? 0) + normalAt(stream, from.closeMs / HOUR_MS + hour))
  }
  const drift = Math.log(to.closeUsd / from.closeUsd)
  return walk.slice(1).map((wandered, index) => {
    const done = (index + 1) / hours
    const noise = hourlyMove[commodity] * (wandered - done * (walk.at(-1) ?? 0))
    return {
      closeMs: from.closeMs + (index + 1) * HOUR_MS,
      closeUsd: from.closeUsd * Math.exp(done * drift + noise),
    }
  })
}

/**
 * Whether futures on gold and oil trade in the hour that ends at `closeMs`: from Sunday 18:00 to Friday 17:00 in New York,
 * but for an hour each evening.
 *
 * @see https://www.cmegroup.com/trading-hours.html
 */
export function futuresTraded(closeMs: number): boolean {
  const openMs = closeMs - HOUR_MS
  const local = new Date(openMs + easternOffsetMs(openMs))
  const [weekday, hour] = [local.getUTCDay(), local.getUTCHours()]
  if (weekday === 6 || hour === 17) return false
  return weekday === 0 ? hour >= 18 : weekday !== 5 || hour < 17
}
