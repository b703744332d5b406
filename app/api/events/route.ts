import { eventsContract } from "@/lib/api/events"
import { paidEndpoint } from "@/lib/runtime/routes"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(eventsContract)
