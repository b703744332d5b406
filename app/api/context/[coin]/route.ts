import { contextContract } from "@/lib/api/context"
import { sell } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getContext } from "@/lib/usecases/get-context"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sell(contextContract, async (params) => {
  const { candles, config } = await runtime()
  return getContext(params, { candles, mode: config.mode, nowMs: Date.now() })
})
