import { dexAlphaContract } from "@/lib/api/dex-alpha"
import { paidEndpoint } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getDexAlpha } from "@/lib/usecases/get-dex-alpha"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(dexAlphaContract, async (params) => {
  const { feeds, config } = await runtime()
  return getDexAlpha(params, { tokens: feeds.tokens, mode: config.mode, nowMs: Date.now() })
})
