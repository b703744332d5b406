import type { DexPair } from "@/lib/domain/dex/token-scan"
import type { SourceClient } from "@/lib/outbound/source-client"
import { requireRows } from "@/lib/market/sources/wire/valid-rows"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { TrendingAnswer } from "./schema"
import { toPair } from "./to-pair"

const HOST = "api.geckoterminal.com"
const PAGES = [1, 2]

/** Most visited pools of all networks. Free with attribution. @see https://apiguide.geckoterminal.com */
export function createGeckoTerminalSource({ http }: { readonly http: SourceClient }) {
  return {
    name: "geckoterminal",
    license: licenseOf("geckoterminal"),
    /** The forty most visited pools, most visited first. */
    async trending(): Promise<readonly DexPair[]> {
      const pages = await Promise.all(
        PAGES.map((page) =>
          http.getJson(
            `https://${HOST}/api/v2/networks/trending_pools?include=base_token,quote_token,dex,network&page=${page}&duration=24h`,
            { schema: TrendingAnswer, headers: { accept: "application/json;version=20230302" } },
          ),
        ),
      )
      const rows = pages.flatMap(({ data, included }) => {
        const tokens = new Map(included.map((token) => [token.id, token]))
        return data.rows.map((pool) => toPair(pool, tokens)).filter((pair) => pair !== null)
      })
      return requireRows(HOST, { rows })
    },
  }
}
