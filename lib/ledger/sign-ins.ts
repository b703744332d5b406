import type { Store } from "@/lib/store/open-store"
import { SETTLEMENT_WAIT_MS } from "./ledger"

/** What the ledger must know to let a wallet fetch again what it has bought. */
export type SignIns = {
  /**
   * The newest settled payment of a payer for a resource, by its id; `null` when there is none since then. Of those whose
   * settlement was not waited for, one at any time whose answer is kept.
   */
  lastBought(payer: `0x${string}`, resource: string, sinceMs: number): Promise<string | null>
  /** False when the address has signed in with this nonce before. Nonces are forgotten some time after `untilMs`. */
  useNonce(address: `0x${string}`, nonce: string, untilMs: number, nowMs: number): Promise<boolean>
}

/** Processes differ in their clocks: the first to forget a nonce must not let it in at one that is behind. */
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
