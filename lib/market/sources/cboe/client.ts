import type { SourceClient } from "@/lib/outbound/source-client"
import { parseCsv } from "@/lib/market/sources/wire/csv-rows"
import { toDailySeries, type DailyValue } from "@/lib/market/sources/wire/daily-value"
import type { Series } from "@/lib/market/sources/wire/series"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { toDailyValue } from "./to-daily-value"

const HOST = "cdn.cboe.com"

/**
 * The VIX by day since 1990, updated after the close.
 *
 * @see https://www.cboe.com/tradable_products/vix/vix_historical_data/
 */
export function createCboeSource({ http }: { readonly http: SourceClient }) {
  return {
    name: "cboe",
    license: licenseOf("cboe"),
    /** Closes in index points. */
    async vixPoints(): Promise<Series<DailyValue>> {
      const text = await http.getText(`https://${HOST}/api/global/us_indices/daily_prices/VIX_History.csv`)
      return toDailySeries(HOST, parseCsv(text, HOST, ["DATE"]).map(toDailyValue))
    },
  }
}
