import { marketOverviewContract } from "@/lib/api/market-overview"
import { sell } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getMarketOverview } from "@/lib/usecases/get-market-overview"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sell(marketOverviewContract, async () => {
  const { candles, feeds, config } = await runtime()
  const { etfFlows, dominance, fearGreed } = feeds
  const asked = { mode: config.mode, nowMs: Date.now() }
  return getMarketOverview({}, { candles, etfFlows, dominance, fearGreed, ...asked })
})
