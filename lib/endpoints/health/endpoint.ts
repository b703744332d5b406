import type { FreeEndpoint } from "@/lib/endpoints/endpoint"
import { SERVICE } from "@/lib/endpoints/provenance"
import type { healthContract } from "./contract"

export const health: FreeEndpoint<typeof healthContract> = {
  answer: (_, { health }) => health(),
  statusOf: ({ status }) => (status === "down" ? 503 : 200),
  provenance: { ...SERVICE, parts: { "parts[].*": { source: "the part itself", window: "newest content" } } },
}
