import { documentEndpoint, wellKnownX402Document } from "@/lib/server/runtime/documents"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = documentEndpoint(wellKnownX402Document)
