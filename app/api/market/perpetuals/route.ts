import { apiRoutes } from "@/lib/server/runtime/api-routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = apiRoutes.market_perpetuals
