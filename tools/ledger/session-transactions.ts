import { usdc, type Usdc } from "@/lib/domain/usdc"
import type { Store } from "@/lib/store/open-store"
import type { SalesFilter } from "./sales"

/** A transaction of the session account in a block. */
export type SessionTransaction = {
  readonly hash: string
  readonly minedMs: number
  readonly blockNumber: number
  /** What it did: `claim`, `deposit`, `refund`. */
  readonly kinds: readonly string[]
  /** What its claims have claimed, in atomic USDC; `null` without a claim. */
  readonly amount: Usdc | null
  /** `null`: the node did not report it. */
  readonly feeWei: bigint | null
}

const PAGE = 500

/** Transactions of sessions in the order of their blocks, with what they claimed and what their gas cost. */
export async function* sessionTransactions(
  store: Store,
  { fromMs, toMs, network }: SalesFilter,
): AsyncGenerator<SessionTransaction> {
  for (let offset = 0; ; offset += PAGE) {
    const rows = await store
      .selectFrom("channel_transactions")
      .select(["hash", "mined_ms", "block_number", "fee_wei"])
      .where("state", "=", "mined")
      .where("mined_ms", ">=", fromMs)
      .where("mined_ms", "<", toMs)
      .orderBy("mined_ms")
      .orderBy("hash")
      .limit(PAGE)
      .offset(offset)
      .execute()
    for (const row of rows) {
      const operations = await operationsOf(store, row.hash)
      if (operations.some((operation) => operation.network !== network)) continue
      const claims = operations.filter(({ kind }) => kind === "claim")
      yield {
        hash: row.hash,
        minedMs: row.mined_ms ?? 0,
        blockNumber: row.block_number ?? 0,
        kinds: [...new Set(operations.map(({ kind }) => kind))].toSorted(),
        amount: claims.length === 0 ? null : usdc(claims.reduce((sum, { amount }) => sum + BigInt(amount), 0n)),
        feeWei: row.fee_wei === null ? null : BigInt(row.fee_wei),
      }
    }
    if (rows.length < PAGE) return
  }
}

/** A claim names its channels in a list; all are of one network. */
async function operationsOf(store: Store, hash: string) {
  const operations = await store
    .selectFrom("channel_operations")
    .select(["kind", "amount", "channel_id", "channel_ids"])
    .where("transaction_hash", "=", hash)
    .execute()
  const networks = new Map(
    (
      await store
        .selectFrom("channels")
        .select(["id", "network"])
        .where("id", "in", ["", ...operations.map((each) => each.channel_id ?? each.channel_ids.slice(0, 66))])
        .execute()
    ).map(({ id, network }) => [id, network]),
  )
  return operations.map((each) => ({
    ...each,
    network: networks.get(each.channel_id ?? each.channel_ids.slice(0, 66)) ?? null,
  }))
}
