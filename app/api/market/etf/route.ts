import { marketEtfContract } from "@/lib/endpoints/market-etf/contract"
import { paidEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(marketEtfContract)
