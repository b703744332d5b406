import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { DateTime, NoParams } from "@/lib/api/fields"
import { ResourceVersion } from "@/lib/api/resource-version"
import example from "./example.json" with { type: "json" }

/** Shows whether a purchase would return a new decision, without revealing it. */
export const versionsContract = defineContract({
  id: "versions",
  path: "/versions",
  price: null,
  title: "Versions",
  description: "The version of every paid resource. It counts decisions, not price changes.",
  tags: ["service"],
  pathParams: NoParams,
  queryParams: NoParams,
  response: z.object({
    versions: z
      .record(z.string(), ResourceVersion)
      .describe(
        "By path, with its query where answers of one path change separately. A resource that cannot be sold now keeps its last version.",
      ),
    timestamp: DateTime,
  }),
  exampleParams: {},
  example,
})
