import { briefEndpoint } from "@/lib/runtime/brief"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = briefEndpoint()
