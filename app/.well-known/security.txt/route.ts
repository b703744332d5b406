import { documentEndpoint, securityTextDocument } from "@/lib/server/runtime/documents"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = documentEndpoint(securityTextDocument)
