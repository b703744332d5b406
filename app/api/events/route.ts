import { eventsContract } from "@/lib/api/events"
import { paidEndpoint } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getEvents } from "@/lib/usecases/get-events"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = paidEndpoint(eventsContract, async () => {
  const { feeds, config } = await runtime()
  return getEvents({}, { calendar: feeds.calendar, mode: config.mode, nowMs: Date.now() })
})
