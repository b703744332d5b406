import { documentEndpoint, securityTextDocument } from "@/lib/runtime/documents"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = documentEndpoint(securityTextDocument)
