import { marketCandlesContract } from "@/lib/api/market-candles"
import { marketCandlesAnswer } from "@/lib/server/runtime/market-data"
import { freeEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(marketCandlesContract, marketCandlesAnswer)
