import type { Dominance } from "@/lib/domain/market/dominance"
import type { SourceClient } from "@/lib/outbound/source-client"
import { licenseOf } from "@/lib/market/sources/wire/rights"
import { GlobalAnswer } from "./schema"

type Ports = { readonly http: SourceClient }

/**
 * Global market data without a key, limited to 20,000 requests a month.
 *
 * @see https://api.coinpaprika.com
 */
export function createCoinPaprikaSource({ http }: Ports) {
  return {
    name: "coinpaprika" as const,
    license: licenseOf("coinpaprika"),

    async global(): Promise<{ readonly value: Dominance; readonly asOfMs: number }> {
      const answer = await http.getJson("https://api.coinpaprika.com/v1/global", { schema: GlobalAnswer })
      const value = {
        btcPct: answer.bitcoin_dominance_percentage,
        ethPct: null,
        marketCapUsd: answer.market_cap_usd,
        volume24hUsd: answer.volume_24h_usd,
        marketCapChange24hPct: answer.market_cap_change_24h,
      }
      return { value, asOfMs: answer.last_updated * 1000 }
    },
  }
}
