import { didDocument } from "@/lib/runtime/did-document"
import { document } from "@/lib/runtime/documents"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = document(didDocument)
