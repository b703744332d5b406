import type { ExternalStore } from "@/lib/client/browser/external-store"
import type { Turns } from "@/lib/client/browser/turns"
import { type Attempt, expiresAtMs } from "@/lib/client/purchase/attempt"

type FinisherDeps = {
  /** `null` where tabs cannot agree: then nothing is sent without being asked. */
  readonly turns: Turns | null
  readonly online: ExternalStore<boolean>
  readonly now: () => number
}

type FinishSteps = {
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
export function createFinisher({ turns, online, now }: FinisherDeps) {
  /** What this page has sent, or begun to finish: what is left of it is for the reader to resume. */
  const tried = new Set<string>()
  const isValid = (attempt: Attempt) => expiresAtMs(attempt) > now() + EXPIRY_MARGIN_MS
  const isTimely = (attempt: Attempt) => online.get() && isValid(attempt)

  /** Runs a task in which a payment is sent; `isOurs` is false when another tab has it in hand for longer than that. */
  function taking({ id }: Attempt, waitMs: number, task: (isOurs: boolean) => Promise<void>): Promise<void> {
    return turns ? turns.take(id, waitMs, task) : task(false)
  }

  /** Sends a payment because the reader asked for it, whatever other tabs do; unasked they leave it alone meanwhile. */
  function send(attempt: Attempt, task: (isOurs: boolean) => Promise<void>): Promise<void> {
    tried.add(attempt.id)
    return taking(attempt, 0, task)
  }

  return {
    isValid,
    /** Whether a payment that was found is to be sent without being asked. */
    isDue: (attempt: Attempt) => turns !== null && !tried.has(attempt.id) && isTimely(attempt),
    async finish(attempt: Attempt, { isWaiting, send, stop }: FinishSteps): Promise<void> {
      if (tried.has(attempt.id)) return
      tried.add(attempt.id)
      await taking(attempt, ANSWER_TIMEOUT_MS, async (isOurs) => {
        if (!isWaiting()) return
        if (isOurs && isTimely(attempt)) return send()
        // It is tried when the network is back.
        if (!online.get()) tried.delete(attempt.id)
        stop()
      })
    },
    send,
    /**
     * Sends a payment that nothing has been charged for yet. `isAlone` is false while another tab sends one of its own
     * for the same product and payer: both would be charged. Where not even its own turn is given, tabs cannot agree.
     */
    sendAlone(attempt: Attempt, task: (isAlone: boolean) => Promise<void>): Promise<void> {
      const sending = (isAlone: boolean) => send(attempt, (isOurs) => task(isAlone || !isOurs))
      const name = `${attempt.productId} ${attempt.payload.payload.authorization.from.toLowerCase()}`
      return turns ? turns.take(name, 0, sending) : sending(true)
    },
  }
}
