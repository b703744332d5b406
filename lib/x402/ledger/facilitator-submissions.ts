import type { UpdateResult } from "kysely"
import type { Store } from "@/lib/store/open-store"
import type { PaymentToSettle, PaymentState } from "./payment"
import { termsColumns } from "./payment-row"

/** Payments whose transfer a facilitator sends: the ledger has no transaction of ours for them. */
export type FacilitatorSubmissions = {
  /**
   * From `answered` to `sent`, on disk before the request to the facilitator: from here on only the chain can prove
   * that no money moved. False, without a write, when the payment does not wait for settlement, or waits with another
   * proof of the same nonce.
   */
  begin(payment: PaymentToSettle, nowMs: number): Promise<boolean>
  /** From `answered` to `refused`: the facilitator refuses it. False when it does not wait for settlement. */
  decline(id: string, reason: string, nowMs: number): Promise<boolean>
  /** Records one more request about a submitted payment before it is made. False when the payment has ended. */
  repeat(id: string, nowMs: number): Promise<boolean>
  /**
   * From `sent` to `refused` because the facilitator states that it did nothing. False, and nothing written, when it
   * received more than one request from any process: its answer to one request says nothing about the others.
   */
  giveUp(id: string, reason: string, nowMs: number): Promise<boolean>
}

/** Stored in place of a reason, which a payment in flight does not have. */
const REPEATED = "facilitator_asked_again"

export function createFacilitatorSubmissions(store: Store): FacilitatorSubmissions {
  const row = (id: string, state: PaymentState) =>
    store.updateTable("payments").where("id", "=", id).where("state", "=", state)

  return {
    async begin({ id, authorization }, nowMs) {
      const columns = { state: "sent" as const, transaction_hash: null, reason: null, updated_ms: nowMs }
      const waiting = row(id, "answered").where((payment) => payment.and(termsColumns(authorization)))
      return hasChanged(await waiting.set(columns).executeTakeFirst())
    },

    async decline(id, reason, nowMs) {
      return hasChanged(await row(id, "answered").set(refused(reason, nowMs)).executeTakeFirst())
    },

    async repeat(id, nowMs) {
      return hasChanged(await row(id, "sent").set({ reason: REPEATED, updated_ms: nowMs }).executeTakeFirst())
    },

    async giveUp(id, reason, nowMs) {
      const askedOnce = row(id, "sent").where("reason", "is", null)
      return hasChanged(await askedOnce.set(refused(reason, nowMs)).executeTakeFirst())
    },
  }
}

function refused(reason: string, nowMs: number) {
  return { state: "refused" as const, reason, answer_body: null, answer_etag: null, updated_ms: nowMs }
}

function hasChanged({ numUpdatedRows }: UpdateResult): boolean {
  return numUpdatedRows === 1n
}
