import type { PublishedFigure } from "@/lib/domain/calendar/calendar-entry"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { requireRows } from "@/lib/market/sources/wire/valid-rows"
import type { SourceClient } from "@/lib/outbound/source-client"
import { readBlsError, TimeSeriesAnswer } from "./schema"
import { MEASURES, toFigures } from "./to-figures"

const HOST = "api.bls.gov"

/**
 * Published values of consumer prices, payrolls, unemployment and producer prices by the Public Data API, version 1: three years
 * of several series in one request, without a key. Public domain.
 *
 * @see https://www.bls.gov/developers/api_signature.htm
 */
export function createBlsDataSource({ http }: { readonly http: SourceClient }) {
  return {
    name: "bls-data" as const,
    license: licenseOf("bls-data"),
    /** The newest published value of each measure. */
    async figures(): Promise<readonly PublishedFigure[]> {
      const { Results } = await http.postJson(`https://${HOST}/publicAPI/v1/timeseries/data/`, {
        schema: TimeSeriesAnswer,
        readError: readBlsError,
        body: { seriesid: MEASURES.map(({ series }) => series) },
      })
      return requireRows(HOST, { rows: toFigures(Results.series) })
    },
  }
}
