import { CALENDAR_METHOD_VERSION } from "@/lib/domain/calendar/upcoming"
import type { PaidEndpoint } from "@/lib/endpoints/endpoint"
import { feedDecision } from "@/lib/usecases/feed-decision"
import { getEvents, readCalendar } from "./answer"
import type { eventsContract } from "./contract"

export const events: PaidEndpoint<typeof eventsContract> = {
  answer: getEvents,
  version: (_, ports) =>
    feedDecision(CALENDAR_METHOD_VERSION, [
      readCalendar(ports).then(({ table, upcoming }) => ({
        value: [upcoming.week, upcoming.warned, upcoming.missing, upcoming.silentPublishers, upcoming.partialLists],
        asOfMs: table.asOfMs,
      })),
    ]),
  provenance: {
    source: "the publishers that it names",
    window: "next 7d",
    parts: {
      "*.importance": { unit: "1 low to 3 high" },
      "*.hours_until": { source: "publisher's time less the answer's" },
    },
  },
}
