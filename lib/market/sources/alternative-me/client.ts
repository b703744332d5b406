import type { SourceClient } from "@/lib/outbound/source-client"
import { toSeries, type Series } from "@/lib/market/sources/wire/series"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { FearGreedAnswer, readAlternativeMeError } from "./schema"
import { toFearGreedDay, type FearGreedDay } from "./to-fear-greed"

const HOST = "api.alternative.me"

/**
 * The Fear & Greed index by day. Free for any use with attribution beside the value.
 *
 * @see https://alternative.me/crypto/fear-and-greed-index/#api
 */
export function createAlternativeMeSource({ http }: { readonly http: SourceClient }) {
  return {
    name: "alternative.me",
    license: licenseOf("alternative-me"),
    /** The last `days` days, today's value last. */
    async fearGreed(days = 31): Promise<Series<FearGreedDay>> {
      const url = `https://${HOST}/fng/?limit=${days}&format=json`
      const { data } = await http.getJson(url, { schema: FearGreedAnswer, readError: readAlternativeMeError })
      return toSeries(HOST, data.rows.map(toFearGreedDay), data.droppedRows)
    },
  }
}
