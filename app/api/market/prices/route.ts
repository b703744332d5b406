import { marketPricesContract } from "@/lib/endpoints/market-prices/contract"
import { marketPricesAnswer } from "@/lib/server/runtime/market-data"
import { freeEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(marketPricesContract, marketPricesAnswer)
