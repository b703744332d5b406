import { type Kysely, PostgresAdapter, sql } from "kysely"
import type { Tables } from "./tables"

/** The two databases that migrations write for: everything else is the same SQL. */
export function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

/**
 * Lets one transaction at a time go on under this name, until its end. SQLite has one writer anyway.
 *
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export async function takeTurns(transaction: Kysely<Tables>, name: string): Promise<void> {
  if (!isPostgres(transaction)) return
  await sql`select pg_advisory_xact_lock(hashtext(current_schema()), hashtext(${name}))`.execute(transaction)
}
