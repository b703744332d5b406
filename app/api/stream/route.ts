import { streamEndpoint } from "@/lib/runtime/stream"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = streamEndpoint()
