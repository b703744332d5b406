import { serviceInfoContract } from "@/lib/api/service-info"
import { freeEndpoint } from "@/lib/runtime/routes"
import { serviceInfo } from "@/lib/runtime/service-info"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = freeEndpoint(
  serviceInfoContract,
  () => Promise.resolve(serviceInfo()),
  { maxAgeS: 60 },
)
