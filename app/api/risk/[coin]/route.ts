import { riskContract } from "@/lib/api/risk"
import { sell } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getRisk } from "@/lib/usecases/get-risk"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sell(riskContract, async (params) => {
  const { candles, config } = await runtime()
  return getRisk(params, { candles, mode: config.mode, nowMs: Date.now() })
})
