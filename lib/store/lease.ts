import { sql } from "kysely"
import { AppError } from "@/lib/domain/errors"
import { databaseTime } from "./dialect"
import type { Store } from "./open-store"

/** A task that one process at a time does for all that share the database. */
export type Lease = {
  /** Takes or renews it for `ttlMs`; false while another process holds it. */
  hold(): Promise<boolean>
  /** Lets the next process have it at once. */
  release(): Promise<void>
}

/** The process that did a task, as its lease states. */
export type LeaseHolder = { readonly name: string; readonly holder: string }

/**
 * `holder` is unique to this process. A process that dies loses its lease when the time is over, by the database's clock. One
 * that ends later than any that begins now is from before that clock was set back, and is over: so whoever shares a name
 * shares its `ttlMs`.
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
 * Fails unless the lease is still this holder's, and keeps everybody else from taking it until `transaction` is over:
 * a process that slept through the end of its lease changes nothing any more, whatever its clock says.
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
