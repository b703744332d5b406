import { z } from "zod"

const Timestamped = z.object({ timestamp: z.iso.datetime() })

type Arrival = {
  readonly deliveredAtMs: number
  /** `Date` of the response; `null` where a proxy has taken it away. */
  readonly date: string | null
}

/**
 * When an answer was made, by this browser's clock. The two times of the service say how old the answer was when it was
 * sent, whichever time this browser believes it to be: one that is fetched with an old payment is not of today.
 */
export function answeredAtMs(body: unknown, { deliveredAtMs, date }: Arrival): number {
  const made = Timestamped.safeParse(body).data
  const sentAtMs = date === null ? deliveredAtMs : Date.parse(date)
  const ageMs = made ? sentAtMs - Date.parse(made.timestamp) : 0
  return ageMs > 0 ? deliveredAtMs - ageMs : deliveredAtMs
}
