import { sql } from "kysely"
import { AppError } from "@/lib/domain/errors"
import { databaseTime } from "./dialect"
import type { Store } from "./open-store"

const NAME = "deployment"
/** After this time without a renewal no process with the fingerprint lives. */
const TTL_MS = 5_000

/** What all processes of one database must have in common, by the names of their variables. Public values only. */
export type Fingerprint = Readonly<Record<string, string>>

/** The right of all processes with one fingerprint to use the database. */
export type DeploymentLease = {
  /** Says that this process lives. False when the database has been given to other settings. */
  hold(): Promise<boolean>
}

/**
 * The database keeps the fingerprint of its first process. One with another payee, chain or key would sell into the books of
 * another service, or send with keys whose nonces others count.
 *
 * @throws {OtherDeploymentError}
 */
export async function acquireDeploymentLease(store: Store, fingerprint: Fingerprint): Promise<DeploymentLease> {
  const holder = JSON.stringify(fingerprint)
  const lease: DeploymentLease = {
    async hold() {
      const until_ms = sql<number>`${databaseTime(store)} + ${sql.lit(TTL_MS)}`
      const result = await store
        .insertInto("leases")
        .values({ name: NAME, holder, until_ms })
        .onConflict((conflict) => conflict.column("name").doUpdateSet({ until_ms }).where("leases.holder", "=", holder))
        .executeTakeFirst()
      return result.numInsertedOrUpdatedRows === 1n
    },
  }
  if (await lease.hold()) return lease
  throw new OtherDeploymentError(fingerprint, (await storedFingerprint(store)) ?? {})
}

/**
 * Forgets the settings of the processes that have ended: the next one that starts says which they are.
 *
 * @returns the forgotten ones; `null` when there are none
 * @throws {Error} while a process with them lives
 */
export async function forgetDeployment(store: Store): Promise<Fingerprint | null> {
  const known = await storedFingerprint(store)
  if (known === null) return null
  const { numDeletedRows } = await store
    .deleteFrom("leases")
    .where("name", "=", NAME)
    .where("until_ms", "<", databaseTime(store))
    .executeTakeFirst()
  if (numDeletedRows === 1n) return known
  throw new Error("A process with the stored settings still runs, or ended less than five seconds ago.")
}

async function storedFingerprint(store: Store): Promise<Fingerprint | null> {
  const row = await store.selectFrom("leases").select("holder").where("name", "=", NAME).executeTakeFirst()
  return row === undefined ? null : (JSON.parse(row.holder) as Fingerprint)
}

/** The database belongs to a service with another payee, chain or key. */
export class OtherDeploymentError extends AppError {
  override readonly name = "OtherDeploymentError"
  readonly code = "invalid_config"

  constructor(own: Fingerprint, theirs: Fingerprint) {
    const names = Object.keys({ ...theirs, ...own }).filter((name) => own[name] !== theirs[name])
    const list = names.map((name) => `  ${name}: ${theirs[name] ?? "none"} there, ${own[name] ?? "none"} here`)
    super(
      `DATABASE_URL: the database belongs to a service with other settings:\n${list.join("\n")}\n` +
        "Use a database of its own. If the settings of that service have changed, end all its processes and run: " +
        "npm run ledger -- accept-settings",
      { details: { names } },
    )
  }
}
