import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { CoinParam, DateTime, Direction, NoParams } from "@/lib/api/fields"
import { PartStatus, PaymentsState } from "@/lib/endpoints/health/contract"
import { ResourceVersion } from "@/lib/api/resource-version"
import example from "./example.json" with { type: "json" }

/** A position in the stream: milliseconds since 1970 of the change. */
export const EventId = z.string().regex(/^\d{1,15}$/, "must be the id of an earlier event")

const VersionEvent = ResourceVersion.extend({
  resource: z.string().describe("The key of the resource in GET /api/versions, such as /signal/BTC."),
})

const CallEvent = z.object({
  id: z.string(),
  coin: CoinParam,
  decided_at: DateTime,
  direction: Direction,
  degraded: z.boolean().describe("Made from too few indicators, so it is counted separately."),
  price: z.number().describe("Close at the decision, US dollars."),
})

const ServiceEvent = z.object({
  status: PartStatus,
  mode: z.enum(["sandbox", "live"]),
  payments: PaymentsState,
  not_ok: z
    .array(z.object({ name: z.string(), status: PartStatus }))
    .describe("Parts that do not work fully. GET /api/health has the details."),
  timestamp: DateTime,
})

const PricesEvent = z.object({
  coins: z.array(
    z.object({
      coin: CoinParam,
      price: z.number().nullable(),
      as_of: DateTime.nullable(),
      age_s: z.number().int().nonnegative().nullable(),
      source: z.string().nullable(),
      disputed: z.boolean(),
      change_24h_pct: z.number().nullable(),
      next_close_at: DateTime,
    }),
  ),
  timestamp: DateTime,
})

/** The data of each event type. */
export const streamData = {
  version: VersionEvent,
  call: CallEvent,
  service: ServiceEvent,
  prices: PricesEvent,
  heartbeat: z.object({ timestamp: DateTime }),
} as const

export type StreamEventName = keyof typeof streamData

const StreamEvent = z.discriminatedUnion("event", [
  z.object({ event: z.literal("version"), id: EventId, data: VersionEvent }),
  z.object({ event: z.literal("call"), id: EventId, data: CallEvent }),
  z.object({ event: z.literal("service"), id: EventId, data: ServiceEvent }),
  z.object({ event: z.literal("prices"), data: PricesEvent }),
  z.object({ event: z.literal("heartbeat"), data: streamData.heartbeat }),
])

export type StreamEvent = z.output<typeof StreamEvent>

/** Server-sent events about changes. Events contain no paid content. */
export const streamContract = defineContract({
  id: "stream",
  path: "/stream",
  price: null,
  title: "Stream",
  description:
    "Free server-sent events: new versions of resources, revealed calls, service state, prices. Last-Event-ID resumes.",
  tags: ["service"],
  mediaType: "text/event-stream",
  isTool: false,
  pathParams: NoParams,
  queryParams: z.object({
    last_event_id: EventId.optional().describe(
      "Resumes after this event, like the header Last-Event-ID, which has priority. Changes of the minute before the event are sent again.",
    ),
  }),
  response: StreamEvent.describe(
    "One event. On the wire the names `event`, `id` and `data` are the fields of server-sent events; `data` is JSON.",
  ),
  exampleParams: {},
  example,
})
