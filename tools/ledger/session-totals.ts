import type { Store } from "@/lib/store/open-store"

/** Sums of all sessions of a network, in atomic units. */
export type SessionTotals = {
  readonly channels: number
  readonly deposited: bigint
  readonly charged: bigint
  /** By the mirror of the chain. */
  readonly claimed: bigint
  readonly refunded: bigint
  /** Part of `charged` that cannot be claimed. */
  readonly lost: bigint
}

export async function sessionTotals(store: Store, network: string): Promise<SessionTotals> {
  const channels = await store
    .selectFrom("channels")
    .select(["charged", "total_claimed", "lost"])
    .where("network", "=", network)
    .execute()
  const moved = async (kind: "deposit" | "refund") => {
    const rows = await store
      .selectFrom("channel_operations")
      .innerJoin("channels", "channels.id", "channel_operations.channel_id")
      .select("channel_operations.amount")
      .where("channels.network", "=", network)
      .where("channel_operations.kind", "=", kind)
      .where("channel_operations.state", "=", "done")
      .execute()
    return sumOf(rows.map(({ amount }) => amount))
  }
  return {
    channels: channels.length,
    deposited: await moved("deposit"),
    charged: sumOf(channels.map(({ charged }) => charged)),
    claimed: sumOf(channels.map((row) => row.total_claimed)),
    refunded: await moved("refund"),
    lost: sumOf(channels.map(({ lost }) => lost)),
  }
}

/** Added up in JavaScript, because SQLite rounds large sums. */
function sumOf(amounts: readonly string[]): bigint {
  return amounts.reduce((sum, amount) => sum + BigInt(amount), 0n)
}
