import type { Store } from "@/lib/store/open-store"
import { SETTLEMENT_WAIT_MS } from "./ledger"

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
