import { marketPricesContract } from "@/lib/api/market-prices"
import { marketPricesAnswer } from "@/lib/runtime/market-data"
import { freeEndpoint } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(marketPricesContract, marketPricesAnswer)
