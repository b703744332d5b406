/** `full`: the disk has no space left. `read_only`: the database accepts reads alone, as a PostgreSQL standby does. */
export type StoreFault = "full" | "read_only"

/**
 * Codes of SQLite, of the file system and of PostgreSQL.
 *
 * @see https://www.sqlite.org/rescode.html and https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const FAULTS: Readonly<Record<string, StoreFault>> = {
  SQLITE_FULL: "full",
  ENOSPC: "full",
  EDQUOT: "full",
  "53100": "full",
  SQLITE_READONLY: "read_only",
  EROFS: "read_only",
  "25006": "read_only",
}

/** Why a database refuses writes; `null` for other errors. */
export function storeFault(error: unknown): StoreFault | null {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if ("code" in cause && typeof cause.code === "string") {
      const fault = FAULTS[cause.code]
      if (fault !== undefined) return fault
    }
  }
  return null
}
