import { sql } from "kysely"
import type { Store } from "@/lib/store/open-store"
import type { Exposure } from "./channel-ledger"

/** Channels with charges that are neither claimed nor lost, whose claims this authorizer signs. */
export function claimable(store: Store, authorizer: `0x${string}`) {
  return store
    .selectFrom("channels")
    .where("unclaimed_since_ms", ">=", 0)
    .where("receiver_authorizer", "=", authorizer.toLowerCase())
}

/** In atomic units. */
export const unclaimedAmount = sql<number>`cast(charged as bigint) - cast(total_claimed as bigint) - cast(lost as bigint)`

/** One query, because it runs every second. Sums of USDC fit into 64 bits: the whole supply is below 10^18 atomic units. */
export async function exposureOf(store: Store, authorizer: `0x${string}`): Promise<Exposure> {
  const row = await claimable(store, authorizer)
    .select(({ fn }) => [
      sql<string>`cast(coalesce(sum(${unclaimedAmount}), 0) as text)`.as("unclaimed"),
      fn.countAll().as("channels"),
      fn.min("unclaimed_since_ms").as("oldest_ms"),
      sql<number | null>`min(case when withdraw_requested_s > 0 then withdraw_requested_s + withdraw_delay_s end)`.as(
        "withdrawal_ends_s",
      ),
      sql<number | null>`(select min(created_ms) from channel_transactions
        where state = 'sent' and signer = ${authorizer.toLowerCase()})`.as("sent_ms"),
      sql<number | null>`(select min(created_ms) from channel_operations where state = 'queued' and kind = 'claim')`.as(
        "queued_ms",
      ),
    ])
    .executeTakeFirstOrThrow()
  const { oldest_ms: oldestMs, withdrawal_ends_s: withdrawalEndsS, sent_ms: sentMs, queued_ms: queuedMs } = row
  return {
    unclaimed: BigInt(row.unclaimed),
    channels: Number(row.channels),
    oldestMs,
    withdrawalEndsS,
    waitingSinceMs: sentMs === null || queuedMs === null ? (sentMs ?? queuedMs) : Math.min(sentMs, queuedMs),
  }
}
