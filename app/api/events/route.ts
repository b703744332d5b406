import { eventsContract } from "@/lib/api/events"
import { sell } from "@/lib/runtime/routes"
import { runtime } from "@/lib/runtime/runtime"
import { getEvents } from "@/lib/usecases/get-events"

export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sell(eventsContract, async () => {
  const { feeds, config } = await runtime()
  return getEvents({}, { calendar: feeds.calendar, mode: config.mode, nowMs: Date.now() })
})
