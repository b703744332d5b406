import { DAY_MS } from "@/lib/domain/utc-day"

/** More than a clock is wrong by over whose connection a certificate was accepted: such a `Date` is not believed. */
const MAX_SKEW_MS = DAY_MS

/**
 * How far this browser's clock is ahead of the service's, negative where it is behind; to the second, as `Date` is
 * written. Authorizations are valid for minutes, and many clocks are wrong by more.
 *
 * @param date of an answer that came at `atMs`; `null` where a proxy has taken it away
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.date
 */
export function clockSkewMs(date: string | null, atMs: number): number {
  const aheadMs = atMs - Date.parse(date ?? "")
  return Math.abs(aheadMs) <= MAX_SKEW_MS ? aheadMs : 0
}
