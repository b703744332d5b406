import { type Clock, isOver, type Sleep } from "@/lib/domain/clock"
import { databaseTime } from "@/lib/store/dialect"
import { createLease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import { PROCESS_LEASE_MS, PROCESS_LEASE_PREFIX } from "@/lib/store/upgrade-guard"
import type { Ledger } from "./ledger"
import { releaseClaimsOf } from "./sql-claims"

export { PROCESS_LEASE_MS }

const RENEW_MS = 1_000
/** After an outage of the database every process gets this time to renew before another one calls it dead. */
const STEADY_MS = 3_000

export type ClaimLeaseOptions = {
  readonly store: Store
  readonly ledger: Pick<Ledger, "processId">
  readonly clock: Clock
  readonly sleep: Sleep
  readonly onFault: (cause: unknown) => void
  /** Called with each renewal. */
  readonly onRenew?: () => Promise<void>
}

export type ClaimLease = {
  /** Renews the lease of this process, and releases the claims of dead ones. */
  readonly renew: () => Promise<void>
  /** Ends the lease, so that another process takes over at once what is still claimed. */
  readonly end: () => Promise<void>
}

/** A lease for the claims of this process: they end with it instead of a minute later. */
export function createClaimLease({
  store,
  ledger,
  clock,
}: Pick<ClaimLeaseOptions, "store" | "ledger" | "clock">): ClaimLease {
  const { processId } = ledger
  const name = PROCESS_LEASE_PREFIX + processId
  const lease = createLease(store, { name, holder: processId, ttlMs: PROCESS_LEASE_MS })
  let steadySinceMs: number | null = null
  let renewedMs = Number.NEGATIVE_INFINITY

  async function releaseDead(): Promise<void> {
    const now = databaseTime(store)
    const dead = await store
      .selectFrom("leases")
      .select("name")
      .where("name", "like", `${PROCESS_LEASE_PREFIX}%`)
      .where("until_ms", "<", now)
      .execute()
    for (const { name: theirs } of dead) await releaseClaims(theirs)
  }

  /** In one transaction with the end of the lease: a process that renews it meanwhile keeps its claims. */
  async function releaseClaims(theirs: string): Promise<void> {
    await store.transaction().execute(async (db: Store) => {
      const now = databaseTime(db)
      const { numDeletedRows } = await db
        .deleteFrom("leases")
        .where("name", "=", theirs)
        .where("until_ms", "<", now)
        .executeTakeFirst()
      if (numDeletedRows === 1n) await releaseClaimsOf(db, theirs.slice(PROCESS_LEASE_PREFIX.length), clock())
    })
  }

  return {
    async renew() {
      const nowMs = clock()
      if (isOver({ sinceMs: renewedMs, lengthMs: PROCESS_LEASE_MS, nowMs })) steadySinceMs = null
      await lease.hold()
      renewedMs = nowMs
      steadySinceMs ??= nowMs
      if (isOver({ sinceMs: steadySinceMs, lengthMs: STEADY_MS, nowMs })) await releaseDead()
    },
    async end() {
      await store.updateTable("leases").set({ until_ms: 0 }).where("name", "=", name).execute()
    },
  }
}

/** Keeps the lease until `stop`. Resolves when this process has it. */
export async function startClaimLease(options: ClaimLeaseOptions): Promise<{ readonly stop: () => Promise<void> }> {
  const { sleep, onFault, onRenew = () => Promise.resolve() } = options
  const lease = createClaimLease(options)
  let isStopped = false
  const keep = async () => {
    while (!isStopped) {
      await sleep(RENEW_MS)
      if (!isStopped) await Promise.all([lease.renew(), onRenew()]).catch(onFault)
    }
  }
  await lease.renew()
  void keep()
  return {
    async stop() {
      isStopped = true
      await lease.end().catch(onFault)
    },
  }
}
