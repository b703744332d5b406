import { marketOverviewContract } from "@/lib/api/market-overview"
import { marketDeps } from "@/lib/runtime/market-deps"
import { paidEndpoint } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getMarketOverview } from "@/lib/usecases/get-market-overview"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(marketOverviewContract, async () => {
  const { etfFlows, dominance, fearGreed } = (await runtime()).feeds
  return getMarketOverview({}, { ...(await marketDeps()), etfFlows, dominance, fearGreed })
})
