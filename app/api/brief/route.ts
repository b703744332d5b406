import { briefEndpoint } from "@/lib/server/runtime/brief"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = briefEndpoint()
