import type { FreeEndpoint } from "@/lib/endpoints/endpoint"
import { SERVICE } from "@/lib/endpoints/provenance"
import { getServiceInfo } from "./answer"
import type { serviceInfoContract } from "./contract"

export const serviceInfo: FreeEndpoint<typeof serviceInfoContract> = {
  answer: async (_, { deployment }) => getServiceInfo(deployment),
  maxAgeS: 2,
  provenance: SERVICE,
}
