import { z } from "zod"

/** The part of one venue in a total over venues. */
export const VenuePartField = z.object({
  venue: z.string(),
  value: z.number().describe("The venue's own value, in the unit of the total."),
  share: z.number().min(0).max(1).describe("Its weight in the total: its part of the sum, or of the open interest."),
  age_s: z.number().int().nonnegative().describe("Age of the venue's value."),
})
