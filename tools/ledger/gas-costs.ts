import { sql } from "kysely"
import { isoDate } from "@/lib/domain/utc-day"
import type { Store } from "@/lib/store/open-store"
import { hex } from "@/lib/x402/ledger/hex"
import type { SalesFilter } from "./sales"

/** The cost of one UTC day's transactions for the accounts that sent them. */
export type GasCost = {
  readonly transactions: number
  readonly wei: bigint
  /** Transactions without a known fee, which `wei` does not include. */
  readonly unknown: number
}

export const NO_GAS: GasCost = { transactions: 0, wei: 0n, unknown: 0 }

const PAGE = 1_000

/**
 * Gas by day of mining, of payments and of sessions. A transaction counts for a network unless its payments belong to
 * another network, because a rehearsal uses the same ledger.
 */
export async function gasByDay(store: Store, span: SalesFilter): Promise<ReadonlyMap<string, GasCost>> {
  const days = new Map<string, GasCost>()
  for (const table of ["settlement_transactions", "channel_transactions"] as const) {
    for await (const { minedMs, feeWei } of minedIn(store, table, span)) {
      const day = isoDate(minedMs)
      const { transactions, wei, unknown } = days.get(day) ?? NO_GAS
      days.set(day, {
        transactions: transactions + 1,
        wei: wei + (feeWei ?? 0n),
        unknown: unknown + (feeWei === null ? 1 : 0),
      })
    }
  }
  return days
}

type MinedFee = { readonly minedMs: number; readonly feeWei: bigint | null }

type Table = "settlement_transactions" | "channel_transactions"

/** Added up by the caller, because SQLite's integers end at nine ether. */
async function* minedIn(store: Store, table: Table, { fromMs, toMs, network }: SalesFilter): AsyncGenerator<MinedFee> {
  let after = { ms: fromMs, hash: hex("0x") as string }
  for (;;) {
    const rows = await store
      .selectFrom(table)
      .select(["hash", "mined_ms", "fee_wei"])
      .where("state", "=", "mined")
      .where(sql<boolean>`(mined_ms, hash) > (${after.ms}, ${after.hash})`)
      .where("mined_ms", "<", toMs)
      .where(table === "settlement_transactions" ? noPaymentElsewhere(network) : noChannelElsewhere(network))
      .orderBy("mined_ms")
      .orderBy("hash")
      .limit(PAGE)
      .execute()
    for (const row of rows) {
      yield { minedMs: row.mined_ms ?? 0, feeWei: row.fee_wei === null ? null : BigInt(row.fee_wei) }
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = { ms: last.mined_ms ?? 0, hash: last.hash }
  }
}

function noPaymentElsewhere(network: string) {
  return sql<boolean>`not exists (select 1 from payments
    where payments.transaction_hash = settlement_transactions.hash and payments.network <> ${network})`
}

/** A claim names its channels in a list; all are of one network. */
function noChannelElsewhere(network: string) {
  return sql<boolean>`not exists (select 1 from channel_operations
    join channels on channels.id = coalesce(channel_operations.channel_id, substr(channel_operations.channel_ids, 1, 66))
    where channel_operations.transaction_hash = channel_transactions.hash and channels.network <> ${network})`
}
