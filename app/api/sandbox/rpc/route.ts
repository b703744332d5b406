import { forwardRpc } from "@/lib/runtime/sandbox"
import { sandboxOnly } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sandboxOnly(forwardRpc)
