import { macroDays } from "@/lib/sandbox/market/series/macro"
import { easternTime } from "@/lib/sandbox/market/series/us-calendar"
import { text, type Responder } from "./responder"

/** New York hour at which a day's yields are published. */
const PUBLISHED_HOUR = 18

/**
 * The Treasury's file of par yields of one year, newest day first.
 *
 * @see https://home.treasury.gov/resource-center/data-chart-center/interest-rates/TextView?type=daily_treasury_yield_curve
 */
export const usTreasury: Responder = ({ market, nowMs, url }) => {
  const year = Number(/\/daily-treasury-rates\.csv\/(\d{4})\/all$/.exec(url.pathname)?.[1])
  if (Number.isNaN(year)) return null
  const lines = macroDays(market, "us10y", { fromMs: Math.max(market.genesisMs, Date.UTC(year, 0, 1)), nowMs })
    .filter(({ dayMs }) => new Date(dayMs).getUTCFullYear() === year && easternTime(dayMs, PUBLISHED_HOUR) <= nowMs)
    .toReversed()
    .map(({ dayMs, close }) => {
      const [, month, day] = new Date(dayMs).toISOString().slice(0, 10).split("-")
      return [`${month}/${day}/${year}`, Math.max(0.1, close - 0.25).toFixed(2), close.toFixed(2)].join(",")
    })
  return text(['Date,"3 Mo","10 Yr"', ...lines, ""].join("\n"), "text/csv")
}
