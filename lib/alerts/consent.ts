import { alertHostOf, parseAlertTarget } from "@/lib/domain/alerts/alert-target"
import { isOver } from "@/lib/domain/clock"
import { DataUnavailableError } from "@/lib/domain/errors"
import { HOUR_MS } from "@/lib/domain/utc-day"
import type { TargetError } from "@/lib/domain/alerts/webhook-url"
import { isChatWebhook, type Outlet, webhookConsentError } from "@/lib/outbound/webhook"

/** Receivers that are asked at once: names and connections that a payer chose wait no longer than seconds each. */
const MAX_QUESTIONS = 64
const MAX_QUESTIONS_PER_PAYER = 2
/** Refused questions in an hour: nobody pays for them, and the host that is asked may not want them. */
const MAX_REFUSALS_PER_PAYER = 5
const MAX_REFUSALS_PER_HOST = 30
const REFUSALS_MS = HOUR_MS
/** Payers and hosts that are remembered. */
const MAX_NAMES = 20_000
const BUSY =
  "Too many receivers are asked for their consent at the moment. Nothing was charged. Try again in a few seconds."

/** Asks the receiver of a target whether it wants alerts. Runs after the payment was verified and before it is charged. */
export type Consent = {
  /** Why the target cannot be sold; `null`: it can. @throws {DataUnavailableError} too many are asked now */
  errorOf(target: string, payer: string): Promise<TargetError | null>
}

/** A Telegram chat consents by its code, and a push subscription is made for this service's key, so neither is asked. */
export function createConsent(outlet: Outlet, clock: () => number): Consent {
  const asking = new Map<string, number>()
  let total = 0
  const refusals = new Map<string, readonly number[]>()

  function recentRefusals(name: string): readonly number[] {
    const nowMs = clock()
    return (refusals.get(name) ?? []).filter((sinceMs) => !isOver({ sinceMs, lengthMs: REFUSALS_MS, nowMs }))
  }

  function noteRefusal(name: string): void {
    const times = [...recentRefusals(name), clock()]
    refusals.delete(name)
    refusals.set(name, times)
    const [oldest] = refusals.keys()
    if (refusals.size > MAX_NAMES && oldest !== undefined) refusals.delete(oldest)
  }

  return {
    async errorOf(target, payer) {
      if (parseAlertTarget(target)?.kind !== "webhook") return null
      const [payerName, hostName] = [`payer ${payer}`, `host ${alertHostOf(target)}`]
      // Many buyers share the host of a chat service, which shows nobody a message to an address that it does not know.
      const names = isChatWebhook(target) ? [payerName] : [payerName, hostName]
      if (recentRefusals(payerName).length >= MAX_REFUSALS_PER_PAYER) return tooMany("of this wallet")
      if (recentRefusals(hostName).length >= MAX_REFUSALS_PER_HOST) return tooMany("at this host")
      const own = asking.get(payer) ?? 0
      if (own >= MAX_QUESTIONS_PER_PAYER || total >= MAX_QUESTIONS) throw new DataUnavailableError(BUSY)
      asking.set(payer, own + 1)
      total += 1
      try {
        const error = await webhookConsentError(target, outlet)
        if (error !== null) for (const name of names) noteRefusal(name)
        return error
      } finally {
        total -= 1
        const left = (asking.get(payer) ?? 1) - 1
        if (left === 0) asking.delete(payer)
        else asking.set(payer, left)
      }
    },
  }
}

function tooMany(whose: string): TargetError {
  return `was not asked: too many receivers ${whose} did not consent. Try again in an hour`
}
