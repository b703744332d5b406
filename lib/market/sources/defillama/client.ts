import type { SourceClient } from "@/lib/outbound/source-client"
import { type Series, toSeries } from "@/lib/market/sources/wire/series"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { StablecoinChartAnswer } from "./schema"
import { type StablecoinDay, toStablecoinDays } from "./to-stablecoin-days"

const HOST = "stablecoins.llama.fi"
const LARGE = { maxBytes: 16_000_000, deadlineMs: 12_000 }

/**
 * Stablecoin supply. Free with attribution.
 *
 * @see https://api-docs.defillama.com
 */
export function createDefiLlamaSource({ http }: { readonly http: SourceClient }) {
  return {
    name: "defillama",
    license: licenseOf("defillama"),
    /** Supply of all dollar stablecoins by day, in dollars; each day is the state at its 00:00 UTC. */
    async stablecoinDays(): Promise<Series<StablecoinDay>> {
      const url = `https://${HOST}/stablecoincharts/all`
      const { rows, droppedRows } = await http.getJson(url, { schema: StablecoinChartAnswer, ...LARGE })
      return toSeries(HOST, toStablecoinDays(rows), droppedRows)
    },
  }
}
