import { notFoundEndpoint } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = notFoundEndpoint()
