import { statusContract } from "@/lib/api/status"
import { statusHistory } from "@/lib/runtime/health"
import { freeEndpoint } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(statusContract, statusHistory)
