import { liveEndpoint } from "@/lib/runtime/probes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = liveEndpoint()
