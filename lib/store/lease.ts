import type { Store } from "./open-store"

/** A task that one process at a time does for all that share the database. */
export type Lease = {
  /** Takes or renews it for `ttlMs`; false while another process holds it. */
  hold(nowMs: number): Promise<boolean>
  /** Lets the next process have it at once. */
  release(): Promise<void>
}

/** `holder` is unique to this process. A process that dies loses its lease when the time is over. */
export function createLease(
  store: Store,
  { name, holder, ttlMs }: { readonly name: string; readonly holder: string; readonly ttlMs: number },
): Lease {
  return {
    async hold(nowMs) {
      const result = await store
        .insertInto("leases")
        .values({ name, holder, until_ms: nowMs + ttlMs })
        .onConflict((conflict) =>
          conflict
            .column("name")
            .doUpdateSet({ holder, until_ms: nowMs + ttlMs })
            .where((row) => row.or([row("leases.holder", "=", holder), row("leases.until_ms", "<", nowMs)])),
        )
        .executeTakeFirst()
      return result.numInsertedOrUpdatedRows === 1n
    },

    async release() {
      await store.deleteFrom("leases").where("name", "=", name).where("holder", "=", holder).execute()
    },
  }
}
