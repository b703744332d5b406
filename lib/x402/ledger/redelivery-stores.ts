import type { Store } from "@/lib/store/open-store"
import { SETTLEMENT_WAIT_MS } from "./ledger"

/** The parts of the ledger for payers who ask again without their first payment. */
export type RedeliveryStores = { readonly identifiers: Identifiers; readonly signIns: SignIns }

export function createRedeliveryStores(store: Store): RedeliveryStores {
  return { identifiers: createIdentifiers(store), signIns: createSignIns(store) }
}

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

/** The records with which a wallet can fetch its purchases again. */
export type SignIns = {
  /**
   * The id of the newest settled payment of a payer for a resource; `null` when there is none since then. A payment
   * whose request did not wait for settlement counts at any time while its answer is stored.
   */
  lastBought(payer: `0x${string}`, resource: string, sinceMs: number): Promise<string | null>
  /** False when the address has signed in with this nonce before. Nonces are deleted some time after `untilMs`. */
  useNonce(address: `0x${string}`, nonce: string, untilMs: number, nowMs: number): Promise<boolean>
}

/**
 * Clocks of processes differ: after one process has deleted a nonce, a process whose clock is behind must not accept
 * it.
 */
const SKEW_MS = 60_000

export function createSignIns(store: Store): SignIns {
  return {
    async lastBought(payer, resource, sinceMs) {
      const row = await store
        .selectFrom("payments")
        .select("id")
        .where("state", "=", "settled")
        .where("payer", "=", payer)
        .where("resource", "=", resource)
        .where((row) =>
          row.or([
            row("settled_ms", ">=", sinceMs),
            row.and([
              row(row("settled_ms", "-", row.ref("answered_ms")), ">", SETTLEMENT_WAIT_MS),
              row("answer_body", "is not", null),
            ]),
          ]),
        )
        .orderBy("settled_ms", "desc")
        .limit(1)
        .executeTakeFirst()
      return row?.id ?? null
    },

    async useNonce(address, nonce, untilMs, nowMs) {
      await store
        .deleteFrom("sign_in_nonces")
        .where("until_ms", "<", nowMs - SKEW_MS)
        .execute()
      const used = await store
        .insertInto("sign_in_nonces")
        .values({ address, nonce, until_ms: untilMs })
        .onConflict((conflict) => conflict.columns(["address", "nonce"]).doNothing())
        .executeTakeFirst()
      return used.numInsertedOrUpdatedRows === 1n
    },
  }
}
