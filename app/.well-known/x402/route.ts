import { document, wellKnownX402Document } from "@/lib/runtime/documents"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = document(wellKnownX402Document)
