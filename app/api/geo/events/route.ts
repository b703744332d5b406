import { geoEventsContract } from "@/lib/api/geo-events"
import { paidEndpoint } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(geoEventsContract)
