import { defiRecommendContract } from "@/lib/endpoints/defi-recommend/contract"
import { paidEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(defiRecommendContract)
