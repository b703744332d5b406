import { defiRecommendContract } from "@/lib/api/defi-recommend"
import { paidEndpoint } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getDefiRecommend } from "@/lib/usecases/get-defi-recommend"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(defiRecommendContract, async (params) => {
  const { feeds, config } = await runtime()
  const { pools, trust, treasuryBill } = feeds
  return getDefiRecommend(params, { pools, trust, treasuryBill, mode: config.mode, nowMs: Date.now() })
})
