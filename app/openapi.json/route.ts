import { documentEndpoint, openApiDocument } from "@/lib/server/runtime/documents"

/** The same document as `/api/openapi.json`, where x402 indexers look for it. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = documentEndpoint(openApiDocument)
