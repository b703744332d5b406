import { document, securityTextDocument } from "@/lib/runtime/documents"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = document(securityTextDocument)
