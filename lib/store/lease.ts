import { sql } from "kysely"
import { AppError } from "@/lib/domain/errors"
import { databaseTime } from "./dialect"
import type { Store } from "./open-store"

/** The right to do a task for all processes that share the database. One process has it at a time. */
export type Lease = {
  /** Acquires or renews the lease for `ttlMs`; false while another process holds it. */
  hold(): Promise<boolean>
  /** Releases it, so that the next process acquires it at once. */
  release(): Promise<void>
}

/** The process that did a task, as its lease states. */
export type LeaseHolder = { readonly name: string; readonly holder: string }

/**
 * `holder` is unique to this process. The lease of a process that has died expires by the database's clock. A lease
 * that ends later than any new one could was written before that clock was set back, and counts as expired. So leases
 * of one name must have the same `ttlMs`.
 */
export function createLease(store: Store, { name, holder, ttlMs }: LeaseHolder & { readonly ttlMs: number }): Lease {
  return {
    async hold() {
      const now = databaseTime(store)
      const until = sql<number>`${now} + ${sql.lit(ttlMs)}`
      const latest = sql<number>`${now} + ${sql.lit(2 * ttlMs)}`
      const result = await store
        .insertInto("leases")
        .values({ name, holder, until_ms: until })
        .onConflict((conflict) =>
          conflict
            .column("name")
            .doUpdateSet({ holder, until_ms: until })
            .where((row) =>
              row.or([
                row("leases.holder", "=", holder),
                row("leases.until_ms", "<", now),
                row("leases.until_ms", ">", latest),
              ]),
            ),
        )
        .executeTakeFirst()
      return result.numInsertedOrUpdatedRows === 1n
    },

    async release() {
      await store.deleteFrom("leases").where("name", "=", name).where("holder", "=", holder).execute()
    },
  }
}

/**
 * Fails unless this holder still has the lease, and prevents others from acquiring it until `transaction` ends:
 * a process that was suspended beyond the end of its lease writes nothing, whatever its clock shows.
 *
 * @throws {LeaseLostError}
 */
export async function requireLease(transaction: Store, { name, holder }: LeaseHolder): Promise<void> {
  const { numUpdatedRows } = await transaction
    .updateTable("leases")
    .set({ holder })
    .where("name", "=", name)
    .where("holder", "=", holder)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new LeaseLostError(name)
}

export class LeaseLostError extends AppError {
  override readonly name = "LeaseLostError"
  readonly code = "internal"
  override readonly retryable = true

  constructor(lease: string) {
    super(`Another process holds the lease "${lease}" now.`)
  }
}
