import type { Clock } from "@/lib/domain/clock"
import type { PaymentToSettle } from "@/lib/ledger/payment"
import type { SettlementWaiters } from "./settlement-waiters"
import type { Settlement } from "./settler"

/**
 * Payments that go out once more, alone, when it is their turn.
 *
 * Of each payer one goes first. When it is settled the others follow; when the chain refuses it they stay: a wallet that
 * burns gas burns it once, however many of its payments were in one company.
 */
export type RetryQueue = {
  /**
   * Resolves once it was sent; to false, and nothing sent, when its claim was withdrawn, or when another of its payer's was
   * refused after `failedMs`, when its company failed.
   */
  readonly add: (payment: PaymentToSettle, failedMs: number) => Promise<boolean>
  /** Those that may go now. */
  readonly waiting: () => number
  /** Sends the one of those that waits longest. Never rejects: who added it hears what went wrong. */
  readonly sendNext: () => Promise<void>
  /** Sends none of them: the process ends. */
  readonly shutdown: () => void
}

export type RetryQueueOptions = {
  readonly send: (payment: PaymentToSettle) => Promise<boolean>
  /** What becomes of a payment. */
  readonly onOutcome: SettlementWaiters["add"]
  readonly clock: Clock
}

type Resend = {
  readonly payment: PaymentToSettle
  /** One of its payer's has been settled since. */
  readonly payerConfirmed: boolean
  readonly resolve: (isSent: boolean) => void
  readonly reject: (cause: unknown) => void
}

/** Payers whose refusals are remembered: as many as could have payments in a company at once, and more. */
const MAX_PAYERS = 10_000

export function createRetryQueue({ send, onOutcome, clock }: RetryQueueOptions): RetryQueue {
  let line: readonly Resend[] = []
  /** By payer, the payment that went first, while nobody knows what becomes of it. */
  const firsts = new Map<string, string>()
  const refusedMs = new Map<string, number>()

  function mayGo({ payment, payerConfirmed }: Resend): boolean {
    const first = firsts.get(payerOf(payment))
    return payerConfirmed || first === undefined || first === payment.id
  }

  function end(payment: PaymentToSettle, { kind }: Settlement): void {
    release(payment)
    const isOther = (one: Resend) => payerOf(one.payment) !== payerOf(payment)
    if (kind === "settled") line = line.map((one) => (isOther(one) ? one : { ...one, payerConfirmed: true }))
    if (kind !== "refused") return
    const [oldest] = refusedMs.keys()
    if (refusedMs.size === MAX_PAYERS && oldest !== undefined) refusedMs.delete(oldest)
    refusedMs.set(payerOf(payment), clock())
    const stay = line.filter((one) => !isOther(one))
    line = line.filter(isOther)
    for (const { resolve } of stay) resolve(false)
  }

  function release(payment: PaymentToSettle): void {
    if (firsts.get(payerOf(payment)) === payment.id) firsts.delete(payerOf(payment))
  }

  return {
    add(payment, failedMs) {
      const refused = refusedMs.get(payerOf(payment)) ?? Number.NEGATIVE_INFINITY
      // One from later than now is older than it says: the clock was set back.
      if (refused >= failedMs && refused <= clock()) return Promise.resolve(false)
      return new Promise((resolve, reject) => {
        line = [...line, { payment, payerConfirmed: false, resolve, reject }]
      })
    },
    waiting: () => line.filter(mayGo).length,
    async sendNext() {
      const next = line.find(mayGo)
      if (next === undefined) return
      const { payment, payerConfirmed, resolve, reject } = next
      line = line.filter((one) => one !== next)
      if (!payerConfirmed) firsts.set(payerOf(payment), payment.id)
      const forget = onOutcome(payment.id, (settlement) => end(payment, settlement))
      try {
        const isSent = await send(payment)
        if (!isSent) {
          forget()
          release(payment)
        }
        resolve(isSent)
      } catch (cause) {
        forget()
        release(payment)
        reject(cause)
      }
    },
    shutdown() {
      const all = line
      line = []
      for (const { reject } of all) reject(new Error("The process ends before it was sent once more."))
    },
  }
}

function payerOf({ authorization }: PaymentToSettle): string {
  return authorization.from
}
