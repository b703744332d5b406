/**
 * Words that processes which share a database call out to each other. They save waiting and nothing more: a call may be
 * lost, so whoever needs to know also looks at the tables from time to time.
 */
export type Channel = {
  /** At most `CALL_BYTES` of text. Rejects when the database cannot be reached. */
  readonly publish: (topic: string, message: string) => Promise<void>
  /** Hears the calls of all processes, this one's own included, until the returned function is called. */
  readonly subscribe: (topic: string, listener: (message: string) => void) => () => void
  readonly close: () => Promise<void>
}

/** PostgreSQL takes just under 8,000 (https://www.postgresql.org/docs/current/sql-notify.html). */
export const CALL_BYTES = 7_000
