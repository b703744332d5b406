import { sandboxOnly } from "@/lib/runtime/routes"
import { setFaultEndpoint } from "@/lib/runtime/sandbox"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sandboxOnly(setFaultEndpoint)
