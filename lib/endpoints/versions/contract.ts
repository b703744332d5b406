import { z } from "zod"
import { defineContract } from "@/lib/api/contract"
import { DateTime, NoParams } from "@/lib/api/fields"
import { ResourceVersion } from "@/lib/api/resource-version"

/** Shows whether a purchase would return a new decision, without revealing it. */
export const versionsContract = defineContract({
  id: "versions",
  path: "/versions",
  price: null,
  title: "Versions",
  description: "The version of every paid resource by path. It counts decisions and not price changes.",
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
  example: {
    versions: {
      "/signal/BTC": {
        version: 17,
        commitment: "2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae",
        data_as_of: "2026-11-20T12:00:00.000Z",
        changed_at: "2026-11-20T12:00:12.000Z",
        price_usdc: "0.05",
        status: "current",
        changes: [
          { version: 17, parts: ["direction", "votes"] },
          { version: 16, parts: ["levels", "ranges"] },
        ],
      },
    },
    timestamp: "2026-11-20T12:05:00.000Z",
  },
})
