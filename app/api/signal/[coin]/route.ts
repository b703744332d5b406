import { signalContract } from "@/lib/api/signal"
import { sell } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getSignal } from "@/lib/usecases/get-signal"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sell(signalContract, async (params) => {
  const { candles, config } = await runtime()
  return getSignal(params, { candles, mode: config.mode, nowMs: Date.now() })
})
