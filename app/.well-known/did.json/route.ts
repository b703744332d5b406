import { didDocument } from "@/lib/runtime/did-document"
import { documentEndpoint } from "@/lib/runtime/documents"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = documentEndpoint(didDocument)
