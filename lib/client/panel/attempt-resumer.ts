import type { ExternalStore } from "@/lib/client/browser/external-store"
import type { TabLock } from "@/lib/client/browser/tab-lock"
import type { Attempt } from "@/lib/client/purchase/attempt"
import { expiresAtMs, payerOf, productIdsOf } from "@/lib/client/purchase/attempt-facts"

type ResumerDeps = {
  /** `null` where tabs share no locks: nothing is sent automatically. */
  readonly tabLock: TabLock | null
  readonly online: ExternalStore<boolean>
  readonly now: () => number
}

type ResumeSteps = {
  /** Reloads what other tabs stored, and returns whether this payment is still unconfirmed. */
  readonly isWaiting: () => boolean
  readonly send: () => Promise<void>
  readonly stop: () => void
}

/** An authorization that expires sooner is not sent again. */
const EXPIRY_MARGIN_MS = 10_000

/** Longer than the service waits for settlement. */
export const ANSWER_TIMEOUT_MS = 60_000

/**
 * Resumes payments whose page was closed before the answer arrived. Each is sent at most once per page, under a lock
 * shared by all tabs, and never signed again.
 */
export type AttemptResumer = ReturnType<typeof createAttemptResumer>

export function createAttemptResumer({ tabLock, online, now }: ResumerDeps) {
  /** Payments that this page sent or tried to resume. The user resumes the rest of them. */
  const handled = new Set<string>()
  const isValid = (attempt: Attempt) => expiresAtMs(attempt) > now() + EXPIRY_MARGIN_MS
  const isTimely = (attempt: Attempt) => online.get() && isValid(attempt)

  /**
   * Runs a task under the lock of one payment; `isAcquired` is false when another tab keeps the lock longer than
   * `waitMs`.
   */
  function withAttemptLock(
    { id }: Attempt,
    waitMs: number,
    task: (isAcquired: boolean) => Promise<void>,
  ): Promise<void> {
    return tabLock ? tabLock.acquire(id, waitMs, task) : task(false)
  }

  /** Sends a payment on the user's request, whether or not the lock is free. */
  function send(attempt: Attempt, task: (isAcquired: boolean) => Promise<void>): Promise<void> {
    handled.add(attempt.id)
    return withAttemptLock(attempt, 0, task)
  }

  return {
    isValid,
    /** Whether an unconfirmed payment should be resumed automatically. */
    isDue: (attempt: Attempt) => tabLock !== null && !handled.has(attempt.id) && isTimely(attempt),
    async finish(attempt: Attempt, { isWaiting, send, stop }: ResumeSteps): Promise<void> {
      if (handled.has(attempt.id)) return
      handled.add(attempt.id)
      await withAttemptLock(attempt, ANSWER_TIMEOUT_MS, async (isAcquired) => {
        if (!isWaiting()) return
        if (isAcquired && isTimely(attempt)) return send()
        // Try again when the network is back.
        if (!online.get()) handled.delete(attempt.id)
        stop()
      })
    },
    send,
    /**
     * Sends a payment that has not been charged. `isExclusive` is false while another payment of the same payer for the
     * same product, or for one part of a brief, is sent, because both would be charged. Where the browser refuses even
     * the lock of this payment, locks do not work and the check is skipped.
     */
    sendExclusive(attempt: Attempt, task: (isExclusive: boolean) => Promise<void>): Promise<void> {
      const sending = (isExclusive: boolean) => send(attempt, (isAcquired) => task(isExclusive || !isAcquired))
      if (tabLock === null) return sending(true)
      const locked = productIdsOf(attempt).reduceRight(
        (next, id) => (isExclusive: boolean) =>
          isExclusive ? tabLock.acquire(`${id} ${payerOf(attempt).toLowerCase()}`, 0, next) : next(false),
        sending,
      )
      return locked(true)
    },
  }
}
