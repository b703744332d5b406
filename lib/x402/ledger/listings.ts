import type { PaymentToSettle } from "./payment"

/**
 * A sale that was handed to the facilitator of a catalogue, so that the resource is listed there. `settledBy`: whose transaction
 * moved the money; `null` while that is not known.
 */
export type ListedSale = {
  /** `/api/signal/BTC`, without a query. */
  readonly resource: string
  readonly host: string
  readonly paymentId: string
  readonly validBeforeS: number
  readonly askedMs: number
  /** The kind of the facilitator's reply, with its reason. `null`: none was recorded. */
  readonly reply: string | null
  readonly settledBy: "facilitator" | "own" | "nobody" | null
  readonly transaction: `0x${string}` | null
  readonly endedMs: number | null
}

/** The part of the ledger for sales that a facilitator settles beside the own accounts. */
export type Listings = {
  /**
   * From `answered` to `sent`, on disk before the facilitator is asked: from here on only the chain can prove that no money
   * moved. False, without a write, when the payment does not wait for settlement.
   */
  beginListing(payment: PaymentToSettle, sale: Pick<ListedSale, "resource" | "host">, nowMs: number): Promise<boolean>
  noteListing(paymentId: string, reply: string): Promise<void>
  /** Records whose transaction has settled the payment; `null` while its outcome is not known. */
  endListing(paymentId: string, nowMs: number): Promise<ListedSale["settledBy"]>
  /** Oldest first. */
  listings(): Promise<readonly ListedSale[]>
}
