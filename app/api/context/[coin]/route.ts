import { contextContract } from "@/lib/endpoints/context/contract"
import { paidEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(contextContract)
