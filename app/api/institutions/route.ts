import { institutionsContract } from "@/lib/endpoints/institutions/contract"
import { paidEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(institutionsContract)
