import { regimeContract } from "@/lib/api/regime"
import { paidEndpoint } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getRegime } from "@/lib/usecases/get-regime"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(regimeContract, async () => {
  const { candles, feeds, config } = await runtime()
  const { fearGreed, etfFlows, calendar } = feeds
  return getRegime({}, { candles, fearGreed, etfFlows, calendar, mode: config.mode, nowMs: Date.now() })
})
