import { marketEtfContract } from "@/lib/api/market-etf"
import { paidEndpoint } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getMarketEtf } from "@/lib/usecases/get-market-etf"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(marketEtfContract, async (params) => {
  const { feeds, config } = await runtime()
  return getMarketEtf(params, { etfFlows: feeds.etfFlows, mode: config.mode, nowMs: Date.now() })
})
