import { marketOverviewContract } from "@/lib/api/market-overview"
import { paidEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(marketOverviewContract)
