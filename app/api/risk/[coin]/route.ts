import { riskContract } from "@/lib/api/risk"
import { marketDeps } from "@/lib/runtime/market-deps"
import { paidEndpoint } from "@/lib/runtime/routes"
import { getRisk } from "@/lib/usecases/get-risk"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(riskContract, async (params) =>
  getRisk(params, await marketDeps()),
)
