import { yieldsContract } from "@/lib/api/yields"
import { paidEndpoint } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getYields } from "@/lib/usecases/get-yields"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(yieldsContract, async (params) => {
  const { feeds, config } = await runtime()
  const { pools, trust, treasuryBill } = feeds
  return getYields(params, { pools, trust, treasuryBill, mode: config.mode, nowMs: Date.now() })
})
