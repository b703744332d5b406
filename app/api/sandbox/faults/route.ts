import { sandboxOnly } from "@/lib/runtime/routes"
import { setFault } from "@/lib/runtime/sandbox"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sandboxOnly(setFault)
