import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { DateTime, NoParams } from "@/lib/api/fields"

/** A whole paid answer that is old enough to be free. */
export const sampleContract = defineContract({
  id: "sample",
  path: "/sample",
  price: null,
  title: "Sample",
  description: "A whole answer of a paid endpoint, sold a day ago or earlier; its example when there is none.",
  tags: ["service"],
  pathParams: NoParams,
  queryParams: z.object({
    of: z.string().max(100).describe("Path of a paid resource: /signal/BTC."),
  }),
  response: z.object({
    of: z.string(),
    kind: z
      .enum(["sold", "example"])
      .describe(
        "sold: what a buyer got, with its own times; its data has changed since. example: made-up figures of the same shape, until there is such a sale.",
      ),
    sold_at: DateTime.nullable(),
    request: z.string().describe("The request that the answer belongs to."),
    answer: z.record(z.string(), z.unknown()).describe("With the schema of the endpoint."),
    timestamp: DateTime,
  }),
  exampleParams: { of: "/signal/BTC" },
  example: {
    of: "/signal/BTC",
    kind: "sold",
    sold_at: "2026-11-19T12:00:20.000Z",
    request: "GET /api/signal/BTC",
    answer: { coin: "BTC", price: 96412.5 },
    timestamp: "2026-11-20T12:05:00.000Z",
  },
})
