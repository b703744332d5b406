import { marketOverviewContract } from "@/lib/endpoints/market-overview/contract"
import { paidEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(marketOverviewContract)
