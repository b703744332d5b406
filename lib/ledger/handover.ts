import type { Store } from "@/lib/store/open-store"

/** Payments whose transfer somebody else sends: no transaction of ours is on record for them. */
export type Handovers = {
  /**
   * From `answered` to `sent`, on the disk before the facilitator is asked: from here on only the chain can say that no
   * money moved. False, and nothing written, when the payment does not wait for settlement.
   */
  begin(id: string, nowMs: number): Promise<boolean>
}

export function createHandovers(store: Store): Handovers {
  return {
    async begin(id, nowMs) {
      const result = await store
        .updateTable("payments")
        .set({ state: "sent", transaction_hash: null, updated_ms: nowMs })
        .where("id", "=", id)
        .where("state", "=", "answered")
        .executeTakeFirst()
      return result.numUpdatedRows === 1n
    },
  }
}
