import { alertWatchEndpoint } from "@/lib/runtime/alerts"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = alertWatchEndpoint()
