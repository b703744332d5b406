import type { FreeEndpoint } from "@/lib/endpoints/endpoint"
import { SERVICE } from "@/lib/endpoints/provenance"
import type { statusContract } from "./contract"

export const status: FreeEndpoint<typeof statusContract> = {
  answer: (_, { statusHistory }) => statusHistory(),
  provenance: { ...SERVICE, parts: { "parts[].*": { window: "24h" }, "incidents[].*": { window: "7d" } } },
}
