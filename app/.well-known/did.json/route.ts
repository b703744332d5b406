import { didDocument } from "@/lib/server/runtime/did-document"
import { documentEndpoint } from "@/lib/server/runtime/documents"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = documentEndpoint(didDocument)
