import { documentEndpoint, mcpServerCardDocument } from "@/lib/server/runtime/documents"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = documentEndpoint(mcpServerCardDocument)
