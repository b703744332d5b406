import { institutionsContract } from "@/lib/api/institutions"
import { paidEndpoint } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getInstitutions } from "@/lib/usecases/get-institutions"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(institutionsContract, async () => {
  const { feeds, candles, config } = await runtime()
  return getInstitutions({}, { treasuries: feeds.treasuries, candles, mode: config.mode, nowMs: Date.now() })
})
