import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { DateTime, NoParams } from "@/lib/api/fields"
import { PartStatus } from "@/lib/endpoints/health/contract"
import example from "./example.json" with { type: "json" }

/** The status of the last 24 hours, and the incidents of the last week. */
export const statusContract = defineContract({
  id: "status",
  path: "/status",
  price: null,
  title: "Status of the last 24 hours",
  description: "Each part of the service by quarter of an hour for 24h, and incidents of 7 days.",
  tags: ["service"],
  pathParams: NoParams,
  queryParams: NoParams,
  response: z.object({
    from: DateTime,
    to: DateTime,
    bucket_s: z.number().int().positive(),
    parts: z.array(
      z.object({
        name: z.string(),
        status: PartStatus.describe("Status in the newest sample."),
        ok_share: z
          .number()
          .min(0)
          .max(1)
          .describe(
            "Share of ok samples among those due since the part was first sampled. Samples that are missing because the service was off count as not ok.",
          ),
        buckets: z
          .array(z.object({ from: DateTime, status: PartStatus.describe("Worst status of the bucket.") }))
          .describe("Oldest first. A bucket without a sample is absent, because the service did not run."),
      }),
    ),
    incidents: z
      .array(
        z.object({
          part: z.string(),
          status: PartStatus.exclude(["ok"]).describe("Worst status of the incident."),
          from: DateTime,
          to: DateTime.nullable().describe("null: the incident is not over."),
        }),
      )
      .describe("Of the last seven days, newest first: a part was down, or degraded for a quarter of an hour."),
  }),
  exampleParams: {},
  example,
})
