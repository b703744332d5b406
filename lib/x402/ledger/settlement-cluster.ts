import { randomUUID } from "node:crypto"
import type { Channel } from "@/lib/store/channel"
import { createLease, type Lease } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import type { Ledger } from "./ledger"
import { createSettlementQueue, type SettlementQueue } from "./settlement-queue"
import { createSqlLedger } from "./sql-ledger"

/**
 * One process's right to settle for all: a lease, and a ledger that accepts writes only while the process holds the
 * lease.
 */
export type LeaseTerm = { readonly lease: Lease; readonly ledger: Ledger }

/** How processes that share one ledger settle. The ledger decides; pubsub only shortens waiting. */
export type SettlementCluster = {
  readonly queue: SettlementQueue
  readonly pubsub: Pick<Channel, "publish" | "subscribe">
  /** A new name for each term, so that an earlier term cannot continue its writes. */
  newLeaseTerm(): LeaseTerm
}

export const SETTLER_LEASE_MS = 6_000

export function createSettlementCluster(store: Store, pubsub: SettlementCluster["pubsub"]): SettlementCluster {
  return {
    queue: createSettlementQueue(store),
    pubsub,
    newLeaseTerm() {
      const fence = { name: "settler", holder: randomUUID() }
      const lease = createLease(store, { ...fence, ttlMs: SETTLER_LEASE_MS })
      return { lease, ledger: createSqlLedger(store, fence) }
    },
  }
}
