import { contextContract } from "@/lib/api/context"
import { marketDeps } from "@/lib/runtime/market-deps"
import { paidEndpoint } from "@/lib/runtime/routes"
import { getContext } from "@/lib/usecases/get-context"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(contextContract, async (params) =>
  getContext(params, await marketDeps()),
)
