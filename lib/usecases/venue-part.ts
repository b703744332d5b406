import type { z } from "zod"
import type { VenuePartField } from "@/lib/api/venue-fields"
import type { VenuePart } from "@/lib/domain/market/venue-totals"
import { round } from "@/lib/domain/round"

/** A venue's part of a total, as an answer of `nowMs` shows it. */
export function venuePart(part: VenuePart, nowMs: number, decimals: number): z.output<typeof VenuePartField> {
  return {
    venue: part.venue,
    value: round(part.value, decimals),
    share: round(part.share, 4),
    age_s: Math.max(0, Math.floor((nowMs - part.atMs) / 1000)),
  }
}
