import { marketEtfContract } from "@/lib/api/market-etf"
import { paidEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(marketEtfContract)
