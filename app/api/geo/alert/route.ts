import { geoAlertContract } from "@/lib/api/geo-alert"
import { paidEndpoint } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(geoAlertContract)
