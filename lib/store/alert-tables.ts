import type { Kysely } from "kysely"
import { serial } from "./columns"

/** The tables of paid watches. */
export async function createAlertTables<T>(db: Kysely<T>): Promise<void> {
  await db.schema
    .createTable("alert_watches")
    .addColumn("id", "text", (column) => column.primaryKey())
    .addColumn("owner", "text", (column) => column.notNull())
    .addColumn("target", "text", (column) => column.notNull())
    .addColumn("secret", "text", (column) => column.notNull())
    .addColumn("conditions", "text", (column) => column.notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("created_ms", "bigint", (column) => column.notNull())
    .addColumn("until_ms", "bigint", (column) => column.notNull())
    .execute()
  await db.schema.createIndex("alert_watches_owner").on("alert_watches").column("owner").execute()
  await db.schema.createIndex("alert_watches_until").on("alert_watches").column("until_ms").execute()
  await db.schema
    .createTable("alerts")
    .addColumn("seq", ...serial(db))
    .addColumn("id", "text", (column) => column.notNull().unique())
    .addColumn("watch_id", "text", (column) => column.notNull())
    .addColumn("condition", "text", (column) => column.notNull())
    .addColumn("status", "text", (column) => column.notNull())
    .addColumn("attempts", "integer", (column) => column.notNull())
    .addColumn("created_ms", "bigint", (column) => column.notNull())
    .addColumn("next_ms", "bigint", (column) => column.notNull())
    .addColumn("ended_ms", "bigint")
    .addColumn("error", "text")
    .execute()
  await db.schema.createIndex("alerts_watch").on("alerts").columns(["watch_id", "seq"]).execute()
  await db.schema.createIndex("alerts_status").on("alerts").column("status").execute()
}

/** The payer of a watch, the reason of its end, and the Telegram chats that want alerts. */
export async function addAlertConsent<T>(db: Kysely<T>): Promise<void> {
  await db.schema.alterTable("alert_watches").addColumn("payer", "text").execute()
  await db.schema.alterTable("alert_watches").addColumn("end_reason", "text").execute()
  await db.schema.createIndex("alerts_created").on("alerts").column("created_ms").execute()
  await db.schema
    .createTable("telegram_chats")
    .addColumn("code", "text", (column) => column.primaryKey())
    .addColumn("chat_id", "text")
    .addColumn("updated_ms", "bigint", (column) => column.notNull())
    .execute()
  await db.schema.createIndex("telegram_chats_chat").on("telegram_chats").column("chat_id").execute()
}
