import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { DateTime, NoParams, MarketLabel } from "@/lib/api/fields"
import example from "./example.json" with { type: "json" }

export const PartStatus = z.enum(["ok", "degraded", "down"])

/** What `/health` and `/api` say about payments. */
export const PaymentsState = z.object({
  taken: z
    .boolean()
    .describe("False while no payment of any price is taken: paid endpoints answer 503 instead of 402."),
  why: z.string().nullable().describe("Why payments, or those of low prices, are not taken; null when all are."),
})

const HealthPart = z.object({
  name: z.string(),
  kind: z.enum(["feed", "store", "chain", "settler"]),
  status: PartStatus,
  as_of: DateTime.nullable().describe("Time of the newest content; null where there is none."),
  age_s: z.number().nonnegative().nullable(),
  source: z.string().nullable().describe("Provider in use."),
  last_error: z.string().nullable().describe("Kind of the last failure, while the preferred provider does not serve."),
  detail: z.string(),
})

const Host = z.object({
  host: z.string(),
  breaker: z.enum(["open", "half_open", "blocked"]),
  retry_at: DateTime.nullable(),
  last_error: z.string().nullable(),
})

/** Status of the service, and of each part that answers depend on. */
export const healthContract = defineContract({
  id: "health",
  path: "/health",
  price: null,
  title: "Health",
  description: "Whether the service can answer and settle, part by part.",
  tags: ["service"],
  pathParams: NoParams,
  queryParams: NoParams,
  response: z.object({
    status: PartStatus.describe("ok when everything works; down comes with status 503."),
    timestamp: DateTime,
    mode: z.enum(["sandbox", "live"]),
    ...MarketLabel,
    payments: PaymentsState,
    parts: z.array(HealthPart),
    hosts: z.array(Host).describe("Providers with an open circuit breaker."),
  }),
  otherResponses: {
    503: {
      description: "The same answer with `status` down: there are no prices, or money cannot be taken safely.",
      body: "answer",
    },
  },
  exampleParams: {},
  example,
})
