import { type Kysely, type RawBuilder, sql } from "kysely"
import type { Tables } from "./tables"

/* What differs between SQLite and PostgreSQL: types, time and locks. */

/**
 * Migrations differ between the two databases; all other SQL is the same.
 *
 * Detected by a feature: a server that is built in several bundles has several copies of the library, and an adapter
 * that one copy made is not an instance of another copy's class.
 */
export function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter.supportsTransactionalDdl
}

/**
 * UTC epoch milliseconds by the clock of the database, which all machines share. In PostgreSQL the
 * time of the statement, not of the transaction.
 */
export function databaseTime<T>(db: Kysely<T>): RawBuilder<number> {
  return isPostgres(db)
    ? sql`(extract(epoch from clock_timestamp()) * 1000)::bigint`
    : sql`cast(unixepoch('subsec') * 1000 as integer)`
}

/**
 * Lets one transaction at a time continue under this name until it ends. SQLite has one writer anyway.
 *
 * @see https://www.postgresql.org/docs/current/explicit-locking.html#ADVISORY-LOCKS
 */
export async function lockForTransaction(transaction: Kysely<Tables>, name: string): Promise<void> {
  if (!isPostgres(transaction)) return
  await sql`select pg_advisory_xact_lock(hashtext(current_schema()), hashtext(${name}))`.execute(transaction)
}

/**
 * Whether a statement that failed with this error has certainly changed nothing. PostgreSQL gives the severity of its
 * own errors; when a connection breaks, the statement may have been executed.
 */
export function isRolledBack<T>(db: Kysely<T>, cause: unknown): boolean {
  return !isPostgres(db) || (cause instanceof Error && "severity" in cause)
}
