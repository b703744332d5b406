import { liveEndpoint } from "@/lib/server/runtime/probes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = liveEndpoint()
