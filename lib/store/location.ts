import { join } from "node:path"

/** Where a deployment stores its data. Sandbox and live share neither a folder nor a schema. */
export type StoreLocation = {
  readonly mode: "sandbox" | "live"
  readonly dataDir: string
  /** Absent: the embedded database, which one process has for itself. */
  readonly databaseUrl: string | null
  /** Connections to PostgreSQL. */
  readonly databasePool?: number
}

/** The file of the embedded database. */
export function fileOf({ mode, dataDir }: StoreLocation): string {
  return join(dataDir, `${mode}.db`)
}

/**
 * A mark beside the file of a moved database: the file lacks the sales since the move, and its settler's nonces are
 * outdated.
 */
export function movedMarkOf({ mode, dataDir }: StoreLocation): string {
  return join(dataDir, `${mode}.moved`)
}

/** The schema of a deployment in PostgreSQL. */
export function schemaOf(mode: StoreLocation["mode"]): string {
  return `signal402_${mode}`
}
