import type { SourceClient } from "@/lib/sources/http/source-client"
import { toDailySeries, type DailyValue } from "@/lib/sources/wire/daily-value"
import { onlyRow, type Series } from "@/lib/sources/wire/series"
import type { Terms } from "@/lib/sources/wire/terms"
import { ChartAnswer, readYahooRefusal, type YahooSymbol } from "./schema"
import { toDailyValues } from "./to-daily-value"

const HOST = "query1.finance.yahoo.com"

/** Daily charts without key. Terms allow personal use only: a fallback that the operator switches on. */
export function createYahooSource({ http }: { readonly http: SourceClient }) {
  return {
    name: "yahoo",
    terms: "red" as Terms,
    /** Three months of closes in the units of the symbol, the running session last. */
    async daily(symbol: YahooSymbol): Promise<Series<DailyValue>> {
      const url = `https://${HOST}/v8/finance/chart/${encodeURIComponent(symbol)}?range=3mo&interval=1d`
      const { chart } = await http.getJson(url, { schema: ChartAnswer, refusal: readYahooRefusal })
      return toDailySeries(HOST, toDailyValues(onlyRow(HOST, { rows: chart.result })))
    },
  }
}
