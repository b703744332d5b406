import type { Clock } from "@/lib/domain/clock"
import type { PaymentToSettle } from "@/lib/x402/ledger/payment"
import type { SettlementWaiters } from "./settlement-outcome"
import type { Settlement } from "./settler"

/**
 * Sends payments once more, each in a transaction of its own.
 *
 * One payment of each payer is sent first. When it is settled, the others follow. When the chain refuses it, the others are not
 * sent, so that a wallet that uses up gas does so once, however many of its payments were in one batch.
 */
export type RetryQueue = {
  /**
   * Resolves when the payment was sent. Resolves to false, and nothing is sent, when its claim was withdrawn or when another
   * payment of its payer was refused after `failedMs`, the time at which its batch failed.
   */
  readonly add: (payment: PaymentToSettle, failedMs: number) => Promise<boolean>
  /** Payments that can be sent now. */
  readonly waiting: () => number
  /** Sends the payment that has waited longest. Never rejects; errors go to the caller of `add`. */
  readonly sendNext: () => Promise<void>
  /** The process ends: rejects all waiting payments. */
  readonly shutdown: () => void
}

export type RetryQueueOptions = {
  readonly send: (payment: PaymentToSettle) => Promise<boolean>
  /** Subscribes to the outcome of a payment. */
  readonly onOutcome: SettlementWaiters["add"]
  readonly clock: Clock
}

type Resend = {
  readonly payment: PaymentToSettle
  /** Another payment of the same payer was settled since. */
  readonly payerConfirmed: boolean
  readonly resolve: (isSent: boolean) => void
  readonly reject: (cause: unknown) => void
}

/** Payers whose refusals are remembered. */
const MAX_PAYERS = 10_000

export function createRetryQueue({ send, onOutcome, clock }: RetryQueueOptions): RetryQueue {
  let line: readonly Resend[] = []
  /** By payer, the payment that was sent first and has no outcome yet. */
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
      // A time in the future means that the clock was set back.
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
      for (const { reject } of all) reject(new Error("The process ended before the payment was sent again."))
    },
  }
}

function payerOf({ authorization }: PaymentToSettle): string {
  return authorization.from
}
