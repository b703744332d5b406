import { dexAlphaContract } from "@/lib/api/dex-alpha"
import { paidEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(dexAlphaContract)
