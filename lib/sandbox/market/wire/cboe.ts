import { macroDays } from "@/lib/sandbox/market/series/macro"
import { easternTime } from "@/lib/sandbox/market/series/us-calendar"
import { text, type Responder } from "./responder"

/** New York hour at which a day's line is added. */
const PUBLISHED_HOUR = 17

/**
 * The VIX by day, ascending, since the simulation began.
 *
 * @see https://www.cboe.com/tradable_products/vix/vix_historical_data/
 */
export const cboe: Responder = ({ market, nowMs, url }) => {
  if (url.pathname !== "/api/global/us_indices/daily_prices/VIX_History.csv") return null
  const lines = macroDays(market, "vix", { fromMs: market.genesisMs, nowMs })
    .filter(({ dayMs }) => easternTime(dayMs, PUBLISHED_HOUR) <= nowMs)
    .map(({ dayMs, open, high, low, close }) => {
      const [year, month, day] = new Date(dayMs).toISOString().slice(0, 10).split("-")
      return [`${month}/${day}/${year}`, ...[open, high, low, close].map((points) => points.toFixed(6))].join(",")
    })
  return text(["DATE,OPEN,HIGH,LOW,CLOSE", ...lines, ""].join("\n"), "text/csv")
}
