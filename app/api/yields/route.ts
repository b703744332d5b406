import { yieldsContract } from "@/lib/api/yields"
import { sell } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getYields } from "@/lib/usecases/get-yields"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sell(yieldsContract, async (params) => {
  const { feeds, config } = await runtime()
  const { pools, trust, treasuryBill } = feeds
  return getYields(params, { pools, trust, treasuryBill, mode: config.mode, nowMs: Date.now() })
})
