/**
 * Messages between processes that share a database. They only shorten waiting: a message may be
 * lost, so every receiver also reads the tables periodically.
 */
export type Channel = {
  /** At most `MAX_MESSAGE_BYTES` of text. Rejects when the database cannot be reached. */
  readonly publish: (topic: string, message: string) => Promise<void>
  /** Receives the messages of all processes, including this one, until the returned function is called. */
  readonly subscribe: (topic: string, listener: (message: string) => void) => () => void
  readonly close: () => Promise<void>
}

/** PostgreSQL takes just under 8,000 (https://www.postgresql.org/docs/current/sql-notify.html). */
export const MAX_MESSAGE_BYTES = 7_000
