import { type Kysely, type RawBuilder, sql } from "kysely"
import type { Tables } from "./tables"

/**
 * The two databases that migrations write for: everything else is the same SQL.
 *
 * Known by what each can do: a server that is built in pieces holds the library several times, and an adapter that one piece
 * made is not an instance of another copy's class.
 */
export function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter.supportsTransactionalDdl
}

/**
 * UTC epoch milliseconds by the database's own clock, of which there is one, however many machines ask it. Of PostgreSQL the
 * time at which it is read, not that of the transaction.
 */
export function databaseTime<T>(db: Kysely<T>): RawBuilder<number> {
  return isPostgres(db)
    ? sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql`cast(unixepoch('subsec') * 1000 as integer)`
}

/**
 * Lets one transaction at a time go on under this name, until its end. SQLite has one writer anyway.
 *
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export async function lockForTransaction(transaction: Kysely<Tables>, name: string): Promise<void> {
  if (!isPostgres(transaction)) return
  await sql`select pg_advisory_xact_lock(hashtext(current_schema()), hashtext(${name}))`.execute(transaction)
}

/**
 * Whether a statement that failed for this cause has changed nothing for certain. PostgreSQL says of its own errors how severe
 * they are; a connection that breaks says nothing, and the statement may have been carried out.
 */
export function isRolledBack<T>(db: Kysely<T>, cause: unknown): boolean {
  return !isPostgres(db) || (cause instanceof Error && "severity" in cause)
}
