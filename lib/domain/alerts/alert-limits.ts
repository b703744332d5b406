import { DAY_MS } from "@/lib/domain/utc-day"

/** A condition that has raised an alert is compared again after this time. What changed in between is found then. */
export const CONDITION_PAUSE_MS = 10 * 60_000

/** The span that the numbers below count in. */
export const LIMIT_SPAN_MS = DAY_MS
export const MAX_ALERTS_PER_TARGET = 48
/** Of all watches that a wallet has paid for. */
export const MAX_ALERTS_PER_PAYER = 200

/** Why an alert is not sent; `null`: it is. */
export function limitReason(sent: { readonly target: number; readonly payer: number }): string | null {
  if (sent.target >= MAX_ALERTS_PER_TARGET)
    return `More than ${MAX_ALERTS_PER_TARGET} alerts to this target in 24 hours.`
  if (sent.payer >= MAX_ALERTS_PER_PAYER) return `More than ${MAX_ALERTS_PER_PAYER} alerts of this payer in 24 hours.`
  return null
}
