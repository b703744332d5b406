import { amountOf } from "@/lib/client/purchase/attempt-facts"
import type { Attempt } from "@/lib/client/purchase/attempt"
import type { PanelParts } from "./panel-parts"
import { isSigning } from "./machine"
import { findOtherPurchase } from "./other-purchase"

export type Sending = ReturnType<typeof createSending>

/** Two tabs correct each other at most once; a third time means that the service contradicts itself. */
const MAX_CORRECTIONS = 2

const OVER_LIMIT = "Today's limit no longer allows it."
export const CANNOT_STORE = "This browser cannot store the payment. Allow this site to store data."

/** Sends the payments of one panel. */
export function createSending({ deps, state, dispatch, sender, resumer }: PanelParts) {
  /** Sends a signed payment that has not been charged, unless another tab pays for the same. */
  function sendUncharged(attempt: Attempt, isWanted: () => boolean, sync: () => void): Promise<void> {
    return resumer.sendExclusive(attempt, async (isExclusive) => {
      if (!isWanted() || yieldToOtherTab(attempt, isExclusive, sync) || !reserveAndStore(attempt)) return
      await present(attempt, MAX_CORRECTIONS)
    })
  }

  /** Cancels a payment that has not been charged when another tab bought the product since it began, or is about to. */
  function yieldToOtherTab(attempt: Attempt, isExclusive: boolean, sync: () => void): boolean {
    const purchase = findOtherPurchase(attempt, deps)
    if (isExclusive && purchase === null) return false
    const delivered = purchase === "delivered"
    traceUnsent(attempt.id, `Another tab ${delivered ? "bought" : "is paying for"} the same.`)
    dispatch({ type: "overtaken", attemptId: attempt.id, delivered })
    sync()
    return true
  }

  /**
   * Stores a payment that has not been charged, or cancels it: purchases in other tabs may have used up the daily
   * limit, and a payment that is not stored must not be sent.
   */
  function reserveAndStore(attempt: Attempt): boolean {
    const allowed = deps.spendLimiter.reserve(attempt.id, amountOf(attempt), deps.now())
    const kept = allowed && sender.store(attempt)
    deps.spendLimiter.release(attempt.id)
    if (!kept) abort(attempt.id, allowed ? CANNOT_STORE : OVER_LIMIT)
    return kept
  }

  function abort(attemptId: string, message: string): void {
    traceUnsent(attemptId, message)
    dispatch({ type: "aborted", attemptId, message })
  }

  /** Records why a payment was not sent. Payments that were sent before keep their outcome. */
  function traceUnsent(id: string, reason: string): void {
    deps.log.amend(id, (one) => (one.sends.length === 0 ? { ...one, outcome: "unsent", reason } : one))
  }

  /**
   * @param corrections how often a voucher with an outdated total is signed again. Not for a payment whose outcome is
   *   unknown, because it may be charged already.
   */
  async function present(attempt: Attempt, corrections = 0): Promise<void> {
    dispatch({ type: "payment-sent", attempt })
    const result = await sender.send(attempt, { isCorrectable: corrections > 0 })
    if (result.type === "corrected") return present(result.attempt, corrections - 1)
    dispatch(result)
    scheduleRetry(attempt)
  }

  /** A lost answer is fetched again on this page, a limited number of times; the user can do it sooner. */
  function scheduleRetry(attempt: Attempt): void {
    const { purchase } = state()
    if (purchase.kind !== "unknown" || purchase.attempt.id !== attempt.id) return
    const delayMs = deps.retryDelaysMs[(purchase.sendCount ?? 1) - 1]
    if (delayMs === undefined) return
    setTimeout(() => {
      const isUnchanged = state().purchase === purchase
      if (isUnchanged && deps.online.get() && resumer.isValid(attempt)) void presentAgain(attempt)
    }, delayMs)
  }

  function presentAgain(attempt: Attempt): Promise<void> {
    dispatch({ type: "payment-sent", attempt })
    return resumer.send(attempt, () => present(attempt))
  }

  return {
    sendUncharged,
    present,
    presentAgain,
    abort,
    isAwaitingSignature: (id: string) => isSigning(state().purchase, id),
  }
}
