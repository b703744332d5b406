import type { FreeEndpoint } from "@/lib/endpoints/endpoint"
import { SERVICE } from "@/lib/endpoints/provenance"
import type { versionsContract } from "./contract"

export const versions: FreeEndpoint<typeof versionsContract> = {
  answer: (_, { versions }) => versions(),
  maxAgeS: 2,
  provenance: SERVICE,
}
