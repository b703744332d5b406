import { DAY_MS } from "@/lib/domain/utc-day"

/** A larger skew is not plausible: with such a clock the TLS certificate would not have been accepted. */
const MAX_SKEW_MS = DAY_MS

/**
 * How far this browser's clock is ahead of the service's, in milliseconds; negative when behind. Precise to the second,
 * as `Date` is. Authorizations are valid for minutes, and many clocks are off by more.
 *
 * @param date `Date` header of an answer received at `atMs`; `null` where a proxy removed it
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.date
 */
export function clockSkewMs(date: string | null, atMs: number): number {
  const aheadMs = atMs - Date.parse(date ?? "")
  return Math.abs(aheadMs) <= MAX_SKEW_MS ? aheadMs : 0
}
