import { z } from "zod"

const Timestamped = z.object({ timestamp: z.iso.datetime() })

type Arrival = {
  readonly deliveredAtMs: number
  /** `Date` header; `null` where a proxy removed it. */
  readonly date: string | null
}

/**
 * When an answer was computed, by this browser's clock. Both instants of the service give its age when it was sent,
 * independent of the local clock. A redelivered answer is older than its delivery.
 */
export function answeredAtMs(body: unknown, { deliveredAtMs, date }: Arrival): number {
  const made = Timestamped.safeParse(body).data
  const sentAtMs = date === null ? deliveredAtMs : Date.parse(date)
  const ageMs = made ? sentAtMs - Date.parse(made.timestamp) : 0
  return ageMs > 0 ? deliveredAtMs - ageMs : deliveredAtMs
}
