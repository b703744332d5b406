import type { LeaseHolder } from "@/lib/store/lease"
import type { Store } from "@/lib/store/open-store"
import type { ChannelLedger } from "./channel-ledger"
import { sqlChannelStore } from "./sql-channel-store"
import { sqlChannelTransactions } from "./sql-channel-transactions"
import { sqlChannelOperations } from "./sql-channel-operations"

/** Channels in any SQL store. `fence`: the lease of the process that sends their transactions. */
export function createSqlChannelLedger(store: Store, fence: LeaseHolder | null = null): ChannelLedger {
  return { ...sqlChannelStore(store), ...sqlChannelOperations(store), ...sqlChannelTransactions(store, fence) }
}
