import type { ExternalStore } from "@/lib/client/browser/external-store"
import type { TabLock } from "@/lib/client/browser/tab-lock"
import { type Attempt, expiresAtMs } from "@/lib/client/purchase/attempt"

type ResumerDeps = {
  /** `null` where tabs cannot agree: then nothing is sent without being asked. */
  readonly tabLock: TabLock | null
  readonly online: ExternalStore<boolean>
  readonly now: () => number
}

type ResumeSteps = {
  /** Takes in what other tabs did meanwhile, and says whether this payment still waits here. */
  readonly isWaiting: () => boolean
  readonly send: () => Promise<void>
  readonly stop: () => void
}

/** A payment that is about to expire is not worth presenting again. */
const EXPIRY_MARGIN_MS = 10_000

/** Longer than the service itself waits for the chain. */
export const ANSWER_TIMEOUT_MS = 60_000

/**
 * Brings payments to their end whose page was left: each once in a page's life, while no other tab has it in hand, and
 * never a new one.
 */
export function createAttemptResumer({ tabLock, online, now }: ResumerDeps) {
  /** What this page has sent, or begun to finish: what is left of it is for the reader to resume. */
  const handled = new Set<string>()
  const isValid = (attempt: Attempt) => expiresAtMs(attempt) > now() + EXPIRY_MARGIN_MS
  const isTimely = (attempt: Attempt) => online.get() && isValid(attempt)

  /** Runs a task in which a payment is sent; `isAcquired` is false when another tab has it in hand for longer than that. */
  function withAttemptLock(
    { id }: Attempt,
    waitMs: number,
    task: (isAcquired: boolean) => Promise<void>,
  ): Promise<void> {
    return tabLock ? tabLock.acquire(id, waitMs, task) : task(false)
  }

  /** Sends a payment because the reader asked for it, whatever other tabs do; unasked they leave it alone meanwhile. */
  function send(attempt: Attempt, task: (isAcquired: boolean) => Promise<void>): Promise<void> {
    handled.add(attempt.id)
    return withAttemptLock(attempt, 0, task)
  }

  return {
    isValid,
    /** Whether a payment that was found is to be sent without being asked. */
    isDue: (attempt: Attempt) => tabLock !== null && !handled.has(attempt.id) && isTimely(attempt),
    async finish(attempt: Attempt, { isWaiting, send, stop }: ResumeSteps): Promise<void> {
      if (handled.has(attempt.id)) return
      handled.add(attempt.id)
      await withAttemptLock(attempt, ANSWER_TIMEOUT_MS, async (isAcquired) => {
        if (!isWaiting()) return
        if (isAcquired && isTimely(attempt)) return send()
        // It is handled when the network is back.
        if (!online.get()) handled.delete(attempt.id)
        stop()
      })
    },
    send,
    /**
     * Sends a payment that nothing has been charged for yet. `isExclusive` is false while another tab sends one of its own
     * for the same product and payer: both would be charged. Where not even its own turn is given, tabs cannot agree.
     */
    sendExclusive(attempt: Attempt, task: (isExclusive: boolean) => Promise<void>): Promise<void> {
      const sending = (isExclusive: boolean) => send(attempt, (isAcquired) => task(isExclusive || !isAcquired))
      const name = `${attempt.productId} ${attempt.payload.payload.authorization.from.toLowerCase()}`
      return tabLock ? tabLock.acquire(name, 0, sending) : sending(true)
    },
  }
}
