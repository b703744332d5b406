import { geoEventsContract } from "@/lib/endpoints/geo-events/contract"
import { paidEndpoint } from "@/lib/server/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(geoEventsContract)
