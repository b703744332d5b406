import { readyEndpoint } from "@/lib/server/runtime/probes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = readyEndpoint()
