import { sandboxOnly } from "@/lib/server/runtime/routes"
import { setFaultEndpoint } from "@/lib/server/runtime/sandbox"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sandboxOnly(setFaultEndpoint)
