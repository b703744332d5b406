import type { Kysely } from "kysely"
import { serial } from "./columns"

export async function createSealedTables<T>(db: Kysely<T>): Promise<void> {
  await db.schema
    .createTable("sealed_signals")
    .addColumn("seq", ...serial(db))
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("coin", "text", (column) => column.notNull())
    .addColumn("decision_time_ms", "bigint", (column) => column.notNull())
    .addColumn("sealed_at_ms", "bigint", (column) => column.notNull())
    .addColumn("facts", "text", (column) => column.notNull())
    .addColumn("nonce", "text", (column) => column.notNull())
    .addColumn("commitment", "text", (column) => column.notNull())
    .addColumn("prev_hash", "text", (column) => column.notNull().unique())
    .addColumn("hash", "text", (column) => column.notNull().unique())
    .execute()
  await db.schema
    .createIndex("sealed_signals_coin")
    .on("sealed_signals")
    .columns(["coin", "decision_time_ms"])
    .execute()
  await db.schema
    .createTable("sealed_settlements")
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("horizon", "text", (column) => column.notNull())
    .addColumn("entry_price_usd", "double precision", (column) => column.notNull())
    .addColumn("exit_price_usd", "double precision", (column) => column.notNull())
    .addColumn("exit_time_ms", "bigint", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("sealed_settlements_key", ["id", "horizon"])
    .execute()
}

export async function createSealedInputs<T>(db: Kysely<T>): Promise<void> {
  await db.schema
    .createTable("sealed_inputs")
    .addColumn("hash", "text", (column) => column.primaryKey())
    .addColumn("body", "text", (column) => column.notNull())
    .execute()
}

export async function createQuestionOutcomes<T>(db: Kysely<T>): Promise<void> {
  await db.schema
    .createTable("question_outcomes")
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("ticker", "text", (column) => column.notNull())
    .addColumn("result", "text", (column) => column.notNull())
    .addColumn("price_usd", "double precision", (column) => column.notNull())
    .addColumn("end_ms", "bigint", (column) => column.notNull())
    .addColumn("source", "text", (column) => column.notNull())
    .addPrimaryKeyConstraint("question_outcomes_key", ["id", "ticker"])
    .execute()
}

export async function addSettlementExtremes<T>(db: Kysely<T>): Promise<void> {
  await db.schema.alterTable("sealed_settlements").addColumn("high_usd", "double precision").execute()
  await db.schema.alterTable("sealed_settlements").addColumn("low_usd", "double precision").execute()
}
