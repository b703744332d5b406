import type { Store } from "@/lib/store/open-store"

/**
 * An idempotency key belongs to the payer that chose it: equal keys of two payers have nothing to do with each other.
 */
export type IdentifierKey = { readonly payer: `0x${string}`; readonly identifier: string }

/** The request of a key, and the payment that buys its answer. */
export type IdempotencyBinding = { readonly resource: string; readonly paymentId: string }

/** The payment of an idempotency key (x402 extension `payment-identifier`). Every method is one atomic step. */
export type Identifiers = {
  find(key: IdentifierKey): Promise<IdempotencyBinding | null>
  /** The first caller binds the key. Returns the binding. */
  bind(key: IdentifierKey, bound: IdempotencyBinding, nowMs: number): Promise<IdempotencyBinding>
  /** Moves the key to another payment when it still belongs to `from`. */
  move(key: IdentifierKey, from: string, to: string): Promise<boolean>
}

export function createIdentifiers(store: Store): Identifiers {
  async function find({ payer, identifier }: IdentifierKey): Promise<IdempotencyBinding | null> {
    const row = await store
      .selectFrom("payment_identifiers")
      .select(["resource", "payment_id"])
      .where("payer", "=", payer)
      .where("identifier", "=", identifier)
      .executeTakeFirst()
    return row === undefined ? null : { resource: row.resource, paymentId: row.payment_id }
  }

  async function bind(key: IdentifierKey, bound: IdempotencyBinding, nowMs: number): Promise<IdempotencyBinding> {
    await store
      .insertInto("payment_identifiers")
      .values({ ...key, resource: bound.resource, payment_id: bound.paymentId, created_ms: nowMs })
      .onConflict((conflict) => conflict.columns(["payer", "identifier"]).doNothing())
      .execute()
    // The row that prevented the insert may be pruned by now.
    return (await find(key)) ?? bind(key, bound, nowMs)
  }

  return {
    find,
    bind,

    async move({ payer, identifier }, from, to) {
      const moved = await store
        .updateTable("payment_identifiers")
        .set({ payment_id: to })
        .where("payer", "=", payer)
        .where("identifier", "=", identifier)
        .where("payment_id", "=", from)
        .executeTakeFirst()
      return moved.numUpdatedRows === 1n
    },
  }
}
