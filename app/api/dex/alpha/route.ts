import { dexAlphaContract } from "@/lib/api/dex-alpha"
import { paidEndpoint } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(dexAlphaContract)
