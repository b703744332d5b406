import { faucetEndpoint } from "@/lib/server/runtime/sandbox"
import { sandboxOnly } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sandboxOnly(faucetEndpoint)
