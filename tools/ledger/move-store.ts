import { type RawBuilder, sql } from "kysely"
import { lockForTransaction } from "@/lib/store/dialect"
import type { Store } from "@/lib/store/open-store"
import { hasSalesOrSeals } from "@/lib/store/store-location"
import type { Tables } from "@/lib/store/tables"

/**
 * - `moved`: all rows are copied, and the target must be empty;
 * - `filled`: rows that the target lacks are copied;
 * - `left`: rows of running processes are not copied, because these processes have ended before the move.
 */
const tableMigration = {
  payments: "moved",
  settlement_transactions: "moved",
  refunds: "moved",
  acknowledged_transfers: "moved",
  payment_identifiers: "moved",
  sign_in_nonces: "moved",
  sealed_signals: "moved",
  sealed_settlements: "moved",
  question_outcomes: "moved",
  sealed_inputs: "moved",
  record_acceptances: "moved",
  channels: "moved",
  channel_operations: "moved",
  deposit_sales: "moved",
  channel_transactions: "moved",
  alert_watches: "moved",
  alerts: "moved",
  telegram_chats: "moved",
  listings: "moved",
  candles: "filled",
  feed_values: "filled",
  health_samples: "filled",
  leases: "left",
} as const satisfies Record<keyof Tables, "moved" | "filled" | "left">

const PAGE = 500

/** Number of rows now. */
export type MovedRows = { readonly payments: number; readonly seals: number }

/**
 * Copies an embedded database that no process has open to an empty PostgreSQL schema, completely or not at all. Rows
 * keep their order and get new sequence numbers.
 */
export async function moveStore(from: Store, to: Store): Promise<MovedRows> {
  return to.transaction().execute(async (tx) => {
    await lockForTransaction(tx, "move")
    if (await hasSalesOrSeals(tx))
      throw new Error("The database at DATABASE_URL has payments or sealed calls of its own.")
    const copied = new Map<string, number>()
    for (const [table, migration] of Object.entries(tableMigration)) {
      if (migration === "left") continue
      const known = migration === "filled" ? sql`on conflict do nothing` : sql``
      copied.set(table, await copyTable(from, tx, { table, known }))
    }
    return { payments: copied.get("payments") ?? 0, seals: copied.get("sealed_signals") ?? 0 }
  })
}

/** `known`: the action for a row that exists already; absent: an error. */
type Copy = { readonly table: string; readonly known: RawBuilder<unknown> }

async function copyTable(from: Store, to: Store, { table, known }: Copy): Promise<number> {
  let [copied, after] = [0, 0]
  for (;;) {
    const { rows } = await sql<Readonly<Record<string, unknown>> & { readonly place: number }>`
      select rowid as place, * from ${sql.table(table)} where rowid > ${after} order by rowid limit ${PAGE}`.execute(
      from,
    )
    const last = rows.at(-1)
    if (last === undefined) return copied
    const columns = Object.keys(last).filter((column) => column !== "place" && column !== "seq")
    const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
    await sql`
      insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
      values ${sql.join(values)} ${known}`.execute(to)
    copied += rows.length
    after = last.place
  }
}
