import { dexAlphaContract } from "@/lib/endpoints/dex-alpha/contract"
import { paidEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(dexAlphaContract)
