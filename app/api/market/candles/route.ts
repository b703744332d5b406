import { marketCandlesContract } from "@/lib/endpoints/market-candles/contract"
import { marketCandlesAnswer } from "@/lib/server/runtime/market-data"
import { freeEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(marketCandlesContract, marketCandlesAnswer)
