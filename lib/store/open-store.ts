import { chmodSync, closeSync, mkdirSync, openSync, statSync } from "node:fs"
import { dirname } from "node:path"
import { Kysely, type SqliteDatabase, SqliteDialect } from "kysely"
import Database from "libsql"
import { AppError } from "@/lib/domain/errors"
import { type BeforeUpgrade, migrate } from "./migrations"
import type { Tables } from "./tables"

export type Store = Kysely<Tables>

/**
 * Opens the embedded database, creating folder and tables.
 *
 * WAL with `synchronous=FULL`: a commit survives power loss, as a ledger of money requires
 * (https://www.sqlite.org/pragma.html#pragma_synchronous); `relaxed` makes exceptions, and `durable` does the same
 * without blocking the server. `file` may be `":memory:"`.
 */
export async function openEmbeddedStore(file: string, beforeUpgrade?: BeforeUpgrade): Promise<Store> {
  if (file !== ":memory:") makePrivate(file)
  const database = new Database(file)
  database.pragma("journal_mode = WAL")
  database.pragma("synchronous = FULL")
  database.pragma("busy_timeout = 5000")
  const store = new Kysely<Tables>({ dialect: new SqliteDialect({ database: preparingOnce(database) }) })
  await migrate(store, beforeUpgrade && { beforeUpgrade })
  return store
}

const OWNER_ONLY = 0o600
const OTHERS_MAY_WRITE = 0o002

/**
 * Creates the file so that only its owner can read and write it; SQLite gives its log files the same mode. A user who
 * can write to the folder could replace the ledger.
 *
 * @throws {OpenFolderError}
 */
function makePrivate(file: string): void {
  const folder = dirname(file)
  mkdirSync(folder, { recursive: true })
  // Windows has no such modes, and reports that every user may write.
  if (process.platform === "win32") return
  if ((statSync(folder).mode & OTHERS_MAY_WRITE) !== 0) throw new OpenFolderError(folder)
  closeSync(openSync(file, "a", OWNER_ONLY))
  chmodSync(file, OWNER_ONLY)
}

class OpenFolderError extends AppError {
  override readonly name = "OpenFolderError"
  readonly code = "invalid_config"

  constructor(folder: string) {
    super(`DATA_DIR: every user of this machine may write to ${folder}. Take that right away: chmod o-w ${folder}`, {
      details: { folder },
    })
  }
}

/** More than the statements of the service; lists of different lengths add statements. */
const MAX_STATEMENTS = 500

/**
 * Parsing a statement takes as long as running it, and a server runs the same few statements again and again.
 *
 * A transaction acquires the write lock when it begins. One that acquires it after a read is refused when another
 * process wrote in between, such as a refund; the refused statement stays open in SQLite and would keep the
 * connection at its old snapshot: https://www.sqlite.org/rescode.html#busy_snapshot
 */
function preparingOnce(database: Database.Database): SqliteDatabase {
  const statements = new Map<string, Database.Statement>()
  return {
    prepare(text) {
      const known = statements.get(text)
      if (known !== undefined) return known
      if (statements.size >= MAX_STATEMENTS) statements.clear()
      const statement = database.prepare(text === "begin" ? "begin immediate" : text)
      // It never changes, but Kysely reads it for each query, which is a call into native code.
      Object.defineProperty(statement, "reader", { value: statement.reader })
      statements.set(text, statement)
      return statement
    },
    close: () => database.close(),
  }
}

/**
 * The list with its last entry repeated up to the next of the lengths 1, 2, 3, 4, 6, 8, 12, 16, 24, …, so that lists of any
 * length make few statements, each of which is prepared once.
 */
export function padToCommonLength<T>(list: readonly T[]): readonly T[] {
  const last = list.at(-1)
  if (last === undefined) return list
  const power = 2 ** Math.ceil(Math.log2(list.length))
  const length = list.length <= 0.75 * power ? 0.75 * power : power
  return [...list, ...Array.from({ length: length - list.length }, () => last)]
}
