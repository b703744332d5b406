import { defiRecommendContract } from "@/lib/api/defi-recommend"
import { paidEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(defiRecommendContract)
