import type { Clock } from "@/lib/domain/clock"
import { SourceMalformedError } from "@/lib/outbound/errors"
import type { SourceClient } from "@/lib/outbound/source-client"
import { type Series, toSeries } from "@/lib/sources/wire/series"
import type { Terms } from "@/lib/sources/wire/terms"
import { StablecoinChartAnswer, StablecoinsAnswer } from "./schema"
import {
  compareChart,
  sumAssets,
  type StablecoinDay,
  type StablecoinSupply,
  toStablecoinDays,
} from "./to-stablecoin-supply"

const HOST = "stablecoins.llama.fi"
const LARGE = { maxBytes: 16_000_000, deadlineMs: 12_000 }

type Ports = { readonly http: SourceClient; readonly clock: Clock }

/**
 * Stablecoin supply. Free with attribution.
 *
 * @see https://api-docs.defillama.com
 */
export function createDefiLlamaSource({ http, clock }: Ports) {
  async function chart() {
    const url = `https://${HOST}/stablecoincharts/all`
    return (await http.getJson(url, { schema: StablecoinChartAnswer, ...LARGE })).rows
  }

  return {
    name: "defillama",
    terms: "amber" as Terms,
    /** Recomputed hourly; the answer carries no time. */
    async stablecoins(): Promise<StablecoinSupply> {
      const asOfMs = clock()
      const url = `https://${HOST}/stablecoins?includePrices=true`
      const { peggedAssets } = await http.getJson(url, { schema: StablecoinsAnswer, ...LARGE })
      return plausible(sumAssets(peggedAssets.rows, asOfMs))
    },
    /** The same from the daily chart, for when the list does not answer. */
    async stablecoinsByDay(): Promise<StablecoinSupply> {
      return plausible(compareChart(HOST, await chart()))
    },
    /** Supply of all dollar stablecoins by day, in dollars; each day is the state at its 00:00 UTC. */
    async stablecoinDays(): Promise<Series<StablecoinDay>> {
      return toSeries(HOST, toStablecoinDays(await chart()), 0)
    },
  }
}

/** An empty list would read as a crash of the whole market. */
function plausible(supply: StablecoinSupply | null): StablecoinSupply {
  if (supply !== null && supply.totalUsdB > 0) return supply
  throw new SourceMalformedError({ kind: "schema", host: HOST, message: `${HOST} lists no dollar stablecoin.` })
}
