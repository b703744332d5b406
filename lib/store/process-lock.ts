import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import Database from "libsql"
import { AppError } from "@/lib/domain/errors"
import type { StoreLocation } from "./location"

/** A process that is ending may still answer its last requests. */
const WAIT_MS = 10_000
const POLL_INTERVAL_MS = 200

export type LockTimeout = { readonly waitMs?: number }

/** A reference to the lock's connection, so that it is not garbage-collected. */
const held = new Set<Database.Database>()

/**
 * Makes this process the only one that settles from the embedded database of a deployment. A second process would
 * release the claims of the first one and use its nonces. With PostgreSQL there is a lease instead. The operating
 * system holds the lock, so it ends with the process, even after a crash. Returns a function that releases it.
 *
 * @throws {DatabaseInUseError}
 */
export async function acquireProcessLock(
  { mode, dataDir, databaseUrl }: StoreLocation,
  { waitMs = WAIT_MS }: LockTimeout = {},
): Promise<() => void> {
  if (databaseUrl !== null) return () => undefined
  mkdirSync(dataDir, { recursive: true })
  const base = join(dataDir, mode)
  const lock = new Database(`${base}.lock`)
  const deadlineMs = Date.now() + waitMs
  while (!tryLock(lock)) {
    if (Date.now() >= deadlineMs) {
      lock.close()
      throw new DatabaseInUseError(`${base}.db`, readPid(`${base}.pid`))
    }
    await sleep(POLL_INTERVAL_MS)
  }
  held.add(lock)
  writeFileSync(`${base}.pid`, `${process.pid}\n`)
  return () => {
    held.delete(lock)
    lock.close()
  }
}

function tryLock(lock: Database.Database): boolean {
  try {
    lock.exec("BEGIN EXCLUSIVE")
    return true
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "SQLITE_BUSY") return false
    throw error
  }
}

function readPid(file: string): string {
  try {
    return readFileSync(file, "utf8").trim()
  } catch {
    return "unknown"
  }
}

export class DatabaseInUseError extends AppError {
  override readonly name = "DatabaseInUseError"
  readonly code = "invalid_config"

  constructor(file: string, pid: string) {
    super(
      `Another process (pid ${pid}) settles payments from ${file}, and two would get in each other's way. Stop it; or give ` +
        "both the same DATABASE_URL; or give this one a DATA_DIR and a SETTLER_PRIVATE_KEY of its own.",
      { details: { file, pid } },
    )
  }
}
