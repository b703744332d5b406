import { serviceInfoContract } from "@/lib/api/service-info"
import { give } from "@/lib/runtime/routes"
import { serviceInfo } from "@/lib/runtime/service-info"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = give(serviceInfoContract, () =>
  Promise.resolve(serviceInfo()),
)
