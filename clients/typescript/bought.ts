import type { ReceiptCheck } from "./receipt.js"
import type { CallOptions } from "./request.js"
import type { PaidQuery, PaidResource } from "./resources.js"

/**
 * A paid answer.
 *
 * @example
 * const bought: Bought<SignalAnswer> = await buyer.buy("/signal/BTC")
 * console.log(bought.answer.signal.direction, bought.amount)
 */
export type Bought<A> = {
  readonly status: "bought"
  readonly answer: A
  /** The answer as it was sent: a receipt of version 2 has the hash of these bytes in UTF-8. */
  readonly body: string
  /** For `ifNewerThan` of the next call; `null` for a resource without versions. */
  readonly version: number | null
  /** The price that was paid, in atomic units. */
  readonly amount: bigint
  /** Hash of the transfer or deposit; `null` for a voucher. */
  readonly transaction: string | null
  readonly receipt: ReceiptCheck
  /** `X-Request-Id` of the answer. */
  readonly requestId: string | null
}

/**
 * Nothing was bought, because this version is known.
 *
 * @example
 * const result: Bought<SignalAnswer> | Current = await buyer.buy("/signal/BTC", { ifNewerThan: 17 })
 * if (result.status === "current") console.log(`Version ${result.version} is the newest.`)
 */
export type Current = { readonly status: "current"; readonly version: number }

/**
 * Options of one purchase.
 *
 * @example
 * await buyer.buy("/odds/BTC", { query: { level: [98_000, 92_000], hours: 48 }, maxAmount: 20_000n })
 */
export type BuyOptions<R extends PaidResource> = CallOptions &
  PaidQuery<R> & {
    /** The maximum price of this answer, in atomic units; not above `maxAmountPerPayment`. */
    readonly maxAmount?: bigint
    /** Buys anew what `outcome_unknown` has stopped, if the service refuses the open payment once more. That may pay twice. */
    readonly payAgain?: boolean
  }
