import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { DateTime, NoParams } from "@/lib/api/fields"
import example from "./example.json" with { type: "json" }

/** A whole paid answer that is old enough to be free. */
export const sampleContract = defineContract({
  id: "sample",
  path: "/sample",
  price: null,
  title: "Sample",
  description: "A whole answer of a paid endpoint, sold a day ago or earlier, or its example.",
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
  example,
})
