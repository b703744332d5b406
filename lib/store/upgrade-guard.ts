import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import { AppError } from "@/lib/domain/errors"
import { databaseTime } from "./dialect"
import type { Store } from "./open-store"

/** The lease of each process with one database, renewed every second: its name is this and the id of the process. */
export const PROCESS_LEASE_PREFIX = "claims/"
/** After this time without a renewal a process counts as dead. */
export const PROCESS_LEASE_MS = 5_000
const WAIT_MS = PROCESS_LEASE_MS + 2_000
const POLL_MS = 250

/**
 * Waits until no process lives that has begun with the tables as they are: it would write rows that the new ones do not
 * expect, and could not start again. A process that was killed counts as alive until its lease ends.
 *
 * @throws {OldVersionRunsError}
 */
export async function untilOldProcessesEnd(
  store: Store,
  isUpgrade: () => Promise<boolean>,
  waitMs = WAIT_MS,
): Promise<void> {
  const deadlineMs = Date.now() + waitMs
  while ((await hasProcess(store)) && (await isUpgrade())) {
    if (Date.now() >= deadlineMs) throw new OldVersionRunsError()
    await sleep(POLL_MS)
  }
}

/** A lease that ends later than any new one could was written before the clock of the database was set back. */
async function hasProcess(store: Store): Promise<boolean> {
  const now = databaseTime(store)
  const row = await store
    .selectFrom("leases")
    .select("name")
    .where("name", "like", `${PROCESS_LEASE_PREFIX}%`)
    .where("until_ms", ">", now)
    .where("until_ms", "<=", sql<number>`${now} + ${sql.lit(2 * PROCESS_LEASE_MS)}`)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

class OldVersionRunsError extends AppError {
  override readonly name = "OldVersionRunsError"
  readonly code = "invalid_config"

  constructor() {
    super(
      "The tables must be brought up to date, and a process of the older version still uses the database. End all of its " +
        "processes, and start again. Nothing was changed.",
    )
  }
}
