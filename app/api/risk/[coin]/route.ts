import { riskContract } from "@/lib/api/risk"
import { marketDeps } from "@/lib/runtime/market-deps"
import { sell } from "@/lib/runtime/routes"
import { getRisk } from "@/lib/usecases/get-risk"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sell(riskContract, async (params) =>
  getRisk(params, await marketDeps()),
)
