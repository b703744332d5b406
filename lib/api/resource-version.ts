import { z } from "zod"
import { DateTime } from "./fields"
import { Hash } from "./record-fields"

/** The version of one paid resource. Free. */
export const ResourceVersion = z.object({
  version: z.number().int().positive().describe("Rises by one whenever the sold decision changes."),
  commitment: Hash.describe("sha256(canonical JSON of the decision ‖ 128 random bits), new with each version."),
  data_as_of: DateTime.describe(
    "Time of the newest input; for a resource that was never available, since when its data is missing.",
  ),
  changed_at: DateTime.describe("When this version was first seen."),
  price_usdc: z.string(),
  status: z.enum(["current", "unavailable"]).describe("unavailable: its inputs are too old, so it is not sold."),
  changes: z
    .array(z.object({ version: z.number().int().positive(), parts: z.array(z.string()) }))
    .optional()
    .describe(
      "Which parts of the decision differ from the version before, newest first, at most 12 versions: names without values, " +
        "for example direction or levels. Absent for resources without named parts.",
    ),
})
