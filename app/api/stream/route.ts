import { streamEndpoint } from "@/lib/server/runtime/stream"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = streamEndpoint()
