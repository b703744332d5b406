import { z } from "zod"
import { defineContract } from "./contract"
import { DateTime, NoParams } from "./fields"
import { PartStatus } from "./health"

/** 24 hours of `/health`, for people who ask whether it was us. */
export const statusContract = defineContract({
  id: "status",
  path: "/status",
  price: null,
  title: "Status of the last 24 hours",
  description: "Each part of the service over the last 24 hours, by quarter of an hour.",
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
        status: PartStatus.describe("In the newest sample."),
        ok_share: z.number().min(0).max(1).describe("Share of the samples that were ok."),
        buckets: z
          .array(z.object({ from: DateTime, status: PartStatus.describe("The worst of the bucket.") }))
          .describe("Oldest first; a bucket without a sample is absent: the service did not run."),
      }),
    ),
  }),
  exampleParams: {},
  example: {
    from: "2026-11-19T12:00:00.000Z",
    to: "2026-11-20T12:00:00.000Z",
    bucket_s: 900,
    parts: [
      {
        name: "candles",
        status: "ok",
        ok_share: 1,
        buckets: [{ from: "2026-11-20T11:45:00.000Z", status: "ok" }],
      },
    ],
  },
})
