import type { SourceClient } from "@/lib/outbound/source-client"
import { parseCsv } from "@/lib/market/sources/wire/csv-rows"
import { toDailySeries, type DailyValue } from "@/lib/market/sources/wire/daily-value"
import type { Series } from "@/lib/market/sources/wire/series"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { ObservationsAnswer, readFredError, type FredSeries } from "./schema"
import { toDailyValue } from "./to-daily-value"

const CSV_HOST = "fred.stlouisfed.org"
const API_HOST = "api.stlouisfed.org"

type Ports = { readonly http: SourceClient; readonly apiKey?: string }

/**
 * Macro series by day, in the units of the series: from the keyed API when a key is set, else from the chart download.
 *
 * @see https://fred.stlouisfed.org/docs/api/fred/series_observations.html
 */
export function createFredSource({ http, apiKey }: Ports) {
  async function fromCsv(id: FredSeries, since: string): Promise<Series<DailyValue>> {
    const text = await http.getText(`https://${CSV_HOST}/graph/fredgraph.csv?id=${id}&cosd=${since}`)
    // Older files name the first column DATE.
    const rows = parseCsv(text, CSV_HOST, ["observation_date", "DATE"])
    return toDailySeries(
      CSV_HOST,
      rows.map((row) => toDailyValue(row["observation_date"] ?? row["DATE"] ?? "", row[id] ?? "no column")),
    )
  }

  async function fromApi(id: FredSeries, since: string, key: string): Promise<Series<DailyValue>> {
    const query = `series_id=${id}&observation_start=${since}&file_type=json&api_key=${encodeURIComponent(key)}`
    const url = `https://${API_HOST}/fred/series/observations?${query}`
    const { observations } = await http.getJson(url, { schema: ObservationsAnswer, readError: readFredError })
    return toDailySeries(
      API_HOST,
      observations.map(({ date, value }) => toDailyValue(date, value)),
    )
  }

  return {
    name: "fred",
    license: licenseOf("fred"),
    /** Days from `sinceMs` on that have a value. */
    daily(id: FredSeries, sinceMs: number): Promise<Series<DailyValue>> {
      const since = new Date(sinceMs).toISOString().slice(0, 10)
      return apiKey === undefined ? fromCsv(id, since) : fromApi(id, since, apiKey)
    },
  }
}
