import { type Kysely, PostgresAdapter } from "kysely"

/** The two databases that migrations write for: everything else is the same SQL. */
export function isPostgres<T>(db: Kysely<T>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
