import { serviceInfoContract } from "@/lib/endpoints/service-info/contract"
import { freeEndpoint } from "@/lib/server/runtime/routes"
import { serviceInfo } from "@/lib/server/runtime/service-info"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(
  serviceInfoContract,
  () => Promise.resolve(serviceInfo()),
  { maxAgeS: 2 },
)
