import { alertsEndpoint } from "@/lib/server/runtime/alerts"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = alertsEndpoint()
