import { geoAlertContract } from "@/lib/endpoints/geo-alert/contract"
import { paidEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(geoAlertContract)
