import { signalContract } from "@/lib/api/signal"
import { marketDeps } from "@/lib/runtime/market-deps"
import { paidEndpoint } from "@/lib/runtime/routes"
import { getSignal } from "@/lib/usecases/get-signal"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(signalContract, async (params) =>
  getSignal(params, await marketDeps()),
)
