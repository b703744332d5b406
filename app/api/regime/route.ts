import { regimeContract } from "@/lib/endpoints/regime/contract"
import { paidEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(regimeContract)
