import type { SourceClient } from "@/lib/outbound/source-client"
import { toDailySeries, type DailyValue } from "@/lib/market/sources/wire/daily-value"
import type { HourlyValue } from "@/lib/market/sources/wire/hourly-value"
import { firstRow, type Series, toSeries } from "@/lib/market/sources/wire/series"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { ChartAnswer, readYahooError, type YahooChart, type YahooSymbol } from "./schema"
import { toDailyValues } from "./to-daily-value"
import { toHourlyValues } from "./to-hourly-value"

const HOST = "query1.finance.yahoo.com"

/** Charts without a key. The terms allow personal use only, so the operator must enable this fallback. */
export function createYahooSource({ http }: { readonly http: SourceClient }) {
  async function chart(symbol: YahooSymbol, interval: "1d" | "1h"): Promise<YahooChart> {
    const url = `https://${HOST}/v8/finance/chart/${encodeURIComponent(symbol)}?range=3mo&interval=${interval}`
    const answer = await http.getJson(url, { schema: ChartAnswer, readError: readYahooError })
    return firstRow(HOST, { rows: answer.chart.result })
  }

  return {
    name: "yahoo",
    license: licenseOf("yahoo"),
    /** Three months of closes in the units of the symbol, the running session last. */
    async daily(symbol: YahooSymbol): Promise<Series<DailyValue>> {
      return toDailySeries(HOST, toDailyValues(await chart(symbol, "1d")))
    },
    /** Three months of closes at the end of each hour that has ended by `nowMs`. Hours without trade are absent. */
    async hourly(symbol: YahooSymbol, nowMs: number): Promise<Series<HourlyValue>> {
      const ended = toHourlyValues(await chart(symbol, "1h")).filter(({ atMs }) => atMs <= nowMs)
      return toSeries(HOST, ended, 0)
    },
  }
}
