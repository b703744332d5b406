import { statusContract } from "@/lib/api/status"
import { statusHistory } from "@/lib/runtime/health-history"
import { give } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = give(statusContract, statusHistory)
