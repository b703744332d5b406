import { AppError } from "@/lib/domain/errors"
import type { Sleep } from "@/lib/domain/clock"
import { createLease, type Lease } from "./lease"
import type { Store } from "./open-store"

const NAME = "deployment"
const TTL_MS = 5_000
const RETRY_MS = 500

/** What all processes of one database must have in common, by the names of their variables. Public values only. */
export type Fingerprint = Readonly<Record<string, string>>

/**
 * The lease of all processes with this fingerprint together. While one of them lives, no process with another one gets it: it
 * would sell to another payee, or send with keys whose nonces others count.
 *
 * Waits until the lease of an earlier configuration that has ended runs out.
 *
 * @throws {OtherDeploymentError}
 */
export async function acquireDeploymentLease(store: Store, fingerprint: Fingerprint, sleep: Sleep): Promise<Lease> {
  const lease = createLease(store, { name: NAME, holder: JSON.stringify(fingerprint), ttlMs: TTL_MS })
  for (let waitedMs = 0; waitedMs <= TTL_MS + RETRY_MS; waitedMs += RETRY_MS) {
    if (await lease.hold()) return lease
    await sleep(RETRY_MS)
  }
  const row = await store.selectFrom("leases").select("holder").where("name", "=", NAME).executeTakeFirst()
  throw new OtherDeploymentError(fingerprint, row?.holder ?? "{}")
}

/** A process with another payee, chain or key uses this database now. */
export class OtherDeploymentError extends AppError {
  override readonly name = "OtherDeploymentError"
  readonly code = "invalid_config"

  constructor(own: Fingerprint, holder: string) {
    const theirs = JSON.parse(holder) as Fingerprint
    const names = Object.keys({ ...theirs, ...own }).filter((name) => own[name] !== theirs[name])
    const list = names.map((name) => `  ${name}: ${theirs[name] ?? "none"} there, ${own[name] ?? "none"} here`)
    super(
      `DATABASE_URL: another service uses this database now, with other settings:\n${list.join("\n")}\n` +
        "Use a database of its own, or end every process with the old settings first.",
      { details: { names } },
    )
  }
}
