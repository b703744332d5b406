import type { Insertable } from "kysely"
import type { Store } from "@/lib/store/open-store"
import type { Tables } from "@/lib/store/tables"

/** Queues an operation. One with the same id that failed is queued again; any other one stays as it is. */
export async function queueOperation(tx: Store, columns: Insertable<Tables["channel_operations"]>): Promise<void> {
  await tx
    .insertInto("channel_operations")
    .values(columns)
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(columns).where("channel_operations.state", "=", "failed"),
    )
    .execute()
}
