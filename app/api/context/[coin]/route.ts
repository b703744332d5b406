import { contextContract } from "@/lib/api/context"
import { marketDeps } from "@/lib/runtime/market-deps"
import { sell } from "@/lib/runtime/routes"
import { getContext } from "@/lib/usecases/get-context"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sell(contextContract, async (params) =>
  getContext(params, await marketDeps()),
)
