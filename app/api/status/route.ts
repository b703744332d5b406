import { statusContract } from "@/lib/endpoints/status/contract"
import { statusHistory } from "@/lib/server/runtime/health"
import { freeEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(statusContract, statusHistory)
