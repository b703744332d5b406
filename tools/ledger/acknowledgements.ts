import type { Store } from "@/lib/store/open-store"
import { hex } from "@/lib/x402/ledger/hex"

/**
 * Transfers to the payee without a sale that the operator has explained. Anyone can send the payee USDC, and the
 * comparison of ledger and chain would always have differences.
 */
export type Acknowledgements = {
  /** False when the transaction was acknowledged before; the first reason stays. */
  add(acknowledgement: Acknowledgement, nowMs: number): Promise<boolean>
  all(): Promise<readonly Acknowledgement[]>
}

export type Acknowledgement = {
  /** Lower case. */
  readonly transaction: `0x${string}`
  /** The operator's explanation. */
  readonly reason: string
}

export function createAcknowledgements(store: Store): Acknowledgements {
  return {
    async add({ transaction, reason }, nowMs) {
      const result = await store
        .insertInto("acknowledged_transfers")
        .values({ transaction_hash: transaction, reason, created_ms: nowMs })
        .onConflict((conflict) => conflict.column("transaction_hash").doNothing())
        .executeTakeFirst()
      return result.numInsertedOrUpdatedRows === 1n
    },

    async all() {
      const rows = await store.selectFrom("acknowledged_transfers").selectAll().orderBy("created_ms").execute()
      return rows.map((row) => ({ transaction: hex(row.transaction_hash), reason: row.reason }))
    },
  }
}
