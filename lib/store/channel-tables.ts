import { type Kysely, sql } from "kysely"
import { serial } from "./columns"

/** The tables of sessions. */
export async function createChannelTables<T>(db: Kysely<T>): Promise<void> {
  await db.schema.alterTable("payments").addColumn("channel_id", "text").execute()
  await db.schema
    .createTable("channels")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("network", "text", (column) => column.notNull())
    .addColumn("payer", "text", (column) => column.notNull())
    .addColumn("payer_authorizer", "text", (column) => column.notNull())
    .addColumn("receiver", "text", (column) => column.notNull())
    .addColumn("receiver_authorizer", "text", (column) => column.notNull())
    .addColumn("token", "text", (column) => column.notNull())
    .addColumn("withdraw_delay_s", "bigint", (column) => column.notNull())
    .addColumn("salt", "text", (column) => column.notNull())
    .addColumn("balance", "text", (column) => column.notNull())
    .addColumn("total_claimed", "text", (column) => column.notNull())
    .addColumn("refund_nonce", "text", (column) => column.notNull())
    .addColumn("withdraw_requested_s", "bigint", (column) => column.notNull())
    .addColumn("block_number", "bigint", (column) => column.notNull())
    .addColumn("synced_ms", "bigint", (column) => column.notNull())
    .addColumn("charged", "text", (column) => column.notNull())
    .addColumn("voucher_total", "text")
    .addColumn("voucher_signature", "text")
    .addColumn("unclaimed_since_ms", "bigint")
    .addColumn("refund_operation", "text")
    .addColumn("created_ms", "bigint", (column) => column.notNull())
    .addColumn("updated_ms", "bigint", (column) => column.notNull())
    .execute()
  await db.schema.createIndex("channels_unclaimed").on("channels").column("unclaimed_since_ms").execute()
  await db.schema.createIndex("channels_updated").on("channels").column("updated_ms").execute()
  await db.schema
    .createTable("channel_operations")
    .addColumn("seq", ...serial(db))
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("kind", "text", (column) => column.notNull())
    .addColumn("channel_id", "text")
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("amount", "text", (column) => column.notNull())
    .addColumn("call", "text", (column) => column.notNull())
    .addColumn("gas", "bigint", (column) => column.notNull())
    .addColumn("valid_until_s", "bigint")
    .addColumn("is_isolated", "integer", (column) => column.notNull())
    .addColumn("channel_ids", "text", (column) => column.notNull())
    .addColumn("transaction_hash", "text")
    .addColumn("reason", "text")
    .addColumn("created_ms", "bigint", (column) => column.notNull())
    .addColumn("updated_ms", "bigint", (column) => column.notNull())
    .execute()
  await db.schema.createIndex("channel_operations_state").on("channel_operations").columns(["state", "seq"]).execute()
  await db.schema
    .createIndex("channel_operations_channel")
    .on("channel_operations")
    .columns(["channel_id", "seq"])
    .execute()
  await db.schema
    .createIndex("channel_operations_transaction")
    .on("channel_operations")
    .column("transaction_hash")
    .execute()
  await db.schema
    .createTable("channel_transactions")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("signer", "text", (column) => column.notNull())
    .addColumn("nonce", "bigint", (column) => column.notNull())
    .addColumn("raw", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("max_fee_per_gas", "text", (column) => column.notNull())
    .addColumn("gas_used", "text")
    .addColumn("created_ms", "bigint", (column) => column.notNull())
    .addColumn("mined_ms", "bigint")
    .addColumn("block_number", "bigint")
    .addColumn("block_hash", "text")
    .execute()
  await db.schema
    .createIndex("channel_transactions_state")
    .on("channel_transactions")
    .columns(["state", "nonce"])
    .execute()
}

/** Every refund on record was signed. A larger amount that was signed for the nonce of the newest is in the channel. */
export async function addSignedAmounts<T>(db: Kysely<T>): Promise<void> {
  await db.schema.alterTable("channel_operations").addColumn("signed_amount", "text").execute()
  await sql`update channel_operations set signed_amount = amount where kind = 'refund'`.execute(db)
  const larger = sql`select signed_refund from channels
    where 'refund/' || channels.id || '/' || signed_refund_nonce = channel_operations.id
      and cast(signed_refund as bigint) > cast(channel_operations.amount as bigint)`
  await sql`update channel_operations set signed_amount = (${larger}) where exists (${larger})`.execute(db)
  for (const column of ["signed_refund", "signed_refund_nonce"]) {
    await db.schema.alterTable("channels").dropColumn(column).execute()
  }
}

export async function addSoldTotals<T>(db: Kysely<T>): Promise<void> {
  await db.schema.alterTable("channel_operations").addColumn("sold_total", "text").execute()
}

export async function addDepositSales<T>(db: Kysely<T>): Promise<void> {
  await db.schema.alterTable("channels").addColumn("deposit_operation", "text").execute()
  await db.schema
    .createTable("deposit_sales")
    .addColumn("operation_id", "text", (column) => column.primaryKey())
    .addColumn("voucher_total", "text", (column) => column.notNull())
    .addColumn("voucher_signature", "text", (column) => column.notNull())
    .addColumn("price", "text", (column) => column.notNull())
    .addColumn("resource", "text", (column) => column.notNull())
    .addColumn("endpoint", "text", (column) => column.notNull())
    .addColumn("answer_body", "text", (column) => column.notNull())
    .addColumn("answer_etag", "text")
    .execute()
}
