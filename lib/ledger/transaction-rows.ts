import type { Selectable } from "kysely"
import type { Store } from "@/lib/store/open-store"
import type { Tables } from "@/lib/store/tables"
import { hex } from "./hex"
import type { SettlementTransaction } from "./ledger"

/** The tables of recorded transactions: payments and sessions have settlement accounts of their own. */
type TransactionTable = "settlement_transactions" | "channel_transactions"

type TransactionRow = Pick<
  Selectable<Tables[TransactionTable]>,
  "hash" | "signer" | "nonce" | "raw" | "max_fee_per_gas"
>

/** The columns that both tables have, for a transaction that is about to be broadcast. */
export function transactionColumns(transaction: SettlementTransaction, nowMs: number) {
  return {
    hash: transaction.hash,
    signer: transaction.signer.toLowerCase(),
    nonce: transaction.nonce,
    raw: transaction.raw,
    state: "sent" as const,
    max_fee_per_gas: transaction.maxFeePerGas.toString(),
    gas_used: null,
    created_ms: nowMs,
    mined_ms: null,
    block_number: null,
    block_hash: null,
  }
}

export function toTransaction(row: TransactionRow): SettlementTransaction {
  return {
    hash: hex(row.hash),
    signer: hex(row.signer),
    nonce: row.nonce,
    raw: hex(row.raw),
    maxFeePerGas: BigInt(row.max_fee_per_gas),
  }
}

/** Drops the other transactions with the nonce of this one: a block takes at most one of them. */
export async function deleteReplacedTransactions(tx: Store, table: TransactionTable, hash: string): Promise<void> {
  const self = await tx.selectFrom(table).select(["signer", "nonce"]).where("hash", "=", hash).executeTakeFirst()
  if (self === undefined) return
  await tx
    .updateTable(table)
    .set({ state: "dropped" })
    .where("signer", "=", self.signer)
    .where("nonce", "=", self.nonce)
    .where("hash", "<>", hash)
    .where("state", "=", "sent")
    .execute()
}
