import { documentEndpoint, llmsTextDocument } from "@/lib/server/runtime/documents"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = documentEndpoint(llmsTextDocument)
