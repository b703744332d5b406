import { type Kysely, type Migration, type MigrationProvider, Migrator, sql } from "kysely"
import { AppError } from "@/lib/domain/errors"
import { addAlertConsent, createAlertTables } from "./alert-tables"
import { addDepositSales, addSignedAmounts, addSoldTotals, createChannelTables } from "./channel-tables"
import { atomicUnits, serial } from "./columns"
import { createPaymentTables } from "./payment-tables"
import { addSettlementExtremes, createQuestionOutcomes, createSealedInputs, createSealedTables } from "./record-tables"

/** Forward only, never edited after a release; a migration that is missing in between is applied. */
const migrations: Readonly<Record<string, Migration>> = {
  "0001_payments": { up: createPaymentTables },
  "0002_candles": {
    async up(db) {
      await db.schema
        .createTable("candles")
        .addColumn("source", "text", (column) => column.notNull())
        .addColumn("coin", "text", (column) => column.notNull())
        .addColumn("interval", "text", (column) => column.notNull())
        .addColumn("as_of_ms", "bigint", (column) => column.notNull())
        .addColumn("fetched_at_ms", "bigint", (column) => column.notNull())
        .addColumn("open_time_ms", "bigint", (column) => column.notNull())
        .addColumn("open_usd", "double precision", (column) => column.notNull())
        .addColumn("high_usd", "double precision", (column) => column.notNull())
        .addColumn("low_usd", "double precision", (column) => column.notNull())
        .addColumn("close_usd", "double precision", (column) => column.notNull())
        .addColumn("volume_base", "double precision", (column) => column.notNull())
        .addColumn("taker_buy_volume_base", "double precision")
        .addPrimaryKeyConstraint("candles_key", ["coin", "interval", "open_time_ms"])
        .execute()
    },
  },
  "0003_feed_values": {
    async up(db) {
      await db.schema
        .createTable("feed_values")
        .addColumn("name", "text", (column) => column.primaryKey())
        .addColumn("source", "text", (column) => column.notNull())
        .addColumn("as_of_ms", "bigint", (column) => column.notNull())
        .addColumn("fetched_at_ms", "bigint", (column) => column.notNull())
        .addColumn("value", "text", (column) => column.notNull())
        .execute()
    },
  },
  "0004_sealed_signals": { up: createSealedTables },
  "0006_leases": {
    async up(db) {
      await db.schema
        .createTable("leases")
        .addColumn("name", "text", (column) => column.primaryKey())
        .addColumn("holder", "text", (column) => column.notNull())
        .addColumn("until_ms", "bigint", (column) => column.notNull())
        .execute()
    },
  },
  "0007_health_samples": {
    async up(db) {
      await db.schema
        .createTable("health_samples")
        .addColumn("at_ms", "bigint", (column) => column.notNull())
        .addColumn("name", "text", (column) => column.notNull())
        .addColumn("status", "text", (column) => column.notNull())
        .addPrimaryKeyConstraint("health_samples_key", ["name", "at_ms"])
        .execute()
    },
  },
  "0008_refunds": {
    async up(db) {
      await db.schema
        .createTable("refunds")
        .addColumn("payment_id", "text", (column) => column.primaryKey())
        .addColumn("transaction_hash", "text", (column) => column.notNull())
        .addColumn("reason", "text", (column) => column.notNull())
        .addColumn("created_ms", "bigint", (column) => column.notNull())
        .execute()
    },
  },
  "0010_settlement_queue": {
    async up(db) {
      await db.schema.alterTable("payments").addColumn("queued_ms", "bigint").execute()
    },
  },
  "0011_coming_back": {
    async up(db) {
      await db.schema
        .createTable("payment_identifiers")
        .addColumn("payer", "text", (column) => column.notNull())
        .addColumn("identifier", "text", (column) => column.notNull())
        .addColumn("resource", "text", (column) => column.notNull())
        .addColumn("payment_id", "text", (column) => column.notNull())
        .addColumn("created_ms", "bigint", (column) => column.notNull())
        .addPrimaryKeyConstraint("payment_identifiers_key", ["payer", "identifier"])
        .execute()
      await db.schema
        .createTable("sign_in_nonces")
        .addColumn("address", "text", (column) => column.notNull())
        .addColumn("nonce", "text", (column) => column.notNull())
        .addColumn("until_ms", "bigint", (column) => column.notNull())
        .addPrimaryKeyConstraint("sign_in_nonces_key", ["address", "nonce"])
        .execute()
      await db.schema.createIndex("sign_in_nonces_until").on("sign_in_nonces").columns(["until_ms"]).execute()
      await db.schema
        .createIndex("payments_bought")
        .on("payments")
        .columns(["payer", "resource", "settled_ms"])
        .where(sql<boolean>`state = 'settled'`)
        .execute()
    },
  },
  "0012_facilitated_payments": {
    async up(db) {
      await db.schema
        .createTable("facilitated_payments")
        .addColumn("payment_id", "text", (column) => column.primaryKey())
        .addColumn("request_key", "text")
        .addColumn("told_ms", "bigint")
        .addColumn("created_ms", "bigint", (column) => column.notNull())
        .execute()
    },
  },
  "0013_settlement_blocks": {
    async up(db) {
      await db.schema.alterTable("settlement_transactions").addColumn("block_number", "bigint").execute()
      await db.schema.alterTable("settlement_transactions").addColumn("block_hash", "text").execute()
      const index = (name: string, columns: readonly string[]) =>
        db.schema
          .createIndex(name)
          .on("settlement_transactions")
          .columns([...columns])
          .execute()
      await index("settlement_transactions_nonce", ["signer", "nonce"])
      await index("settlement_transactions_mined", ["state", "mined_ms"])
      await db.schema.createIndex("payments_transaction").on("payments").column("transaction_hash").execute()
    },
  },
  "0014_sealed_inputs": { up: createSealedInputs },
  "0015_transfer_methods": {
    async up(db) {
      await db.schema
        .alterTable("payments")
        .addColumn("method", "text", (column) => column.notNull().defaultTo("eip3009"))
        .execute()
    },
  },
  "0016_forgotten": {
    async up(db) {
      await db.schema
        .createIndex("payments_kept_answers")
        .on("payments")
        .column("settled_ms")
        .where(sql<boolean>`state = 'settled' and answer_body is not null`)
        .execute()
      await db.schema
        .createIndex("settlement_transactions_kept_bytes")
        .on("settlement_transactions")
        .column("mined_ms")
        .where(sql<boolean>`state = 'mined' and raw <> '0x'`)
        .execute()
    },
  },
  "0017_open_payments": {
    async up(db) {
      await db.schema
        .createIndex("payments_open")
        .on("payments")
        .column("payer")
        .where(sql<boolean>`state in ('claimed', 'answered', 'sent')`)
        .execute()
    },
  },
  "0018_refund_bytes": {
    async up(db) {
      await db.schema.alterTable("refunds").addColumn("raw", "text").execute()
      await db.schema.alterTable("refunds").addColumn("nonce", "bigint").execute()
      await db.schema.alterTable("refunds").addColumn("made_ms", "bigint").execute()
    },
  },
  "0019_acknowledged_transfers": {
    async up(db) {
      await db.schema
        .createTable("acknowledged_transfers")
        .addColumn("transaction_hash", "text", (column) => column.primaryKey())
        .addColumn("reason", "text", (column) => column.notNull())
        .addColumn("created_ms", "bigint", (column) => column.notNull())
        .execute()
    },
  },
  "0020_settled_payments": {
    async up(db) {
      await db.schema
        .createIndex("payments_settled")
        .on("payments")
        .columns(["settled_ms", "seq"])
        .where(sql<boolean>`settled_ms is not null`)
        .execute()
    },
  },
  "0021_raised_refunds": {
    async up(db) {
      await db.schema.alterTable("refunds").addColumn("former_hashes", "text").execute()
    },
  },
  "0022_bought_nothing": {
    async up(db) {
      await db.schema
        .createIndex("payments_bought_nothing")
        .on("payments")
        .column("updated_ms")
        .where(sql<boolean>`state in ('released', 'refused')`)
        .execute()
      await db.schema
        .createIndex("payment_identifiers_payment")
        .on("payment_identifiers")
        .column("payment_id")
        .execute()
    },
  },
  "0023_no_facilitated_payments": {
    async up(db) {
      await db.schema.dropTable("facilitated_payments").execute()
    },
  },
  // Permit2 was a second transfer method. Its settled rows stay; nothing can settle its open rows any more.
  "0024_one_transfer_method": {
    async up(db) {
      await sql`update payments set reason = 'permit2_removed', state = case state when 'sent' then 'refused' else 'released' end
        where method = 'permit2' and state in ('claimed', 'answered', 'sent')`.execute(db)
      await db.schema.alterTable("payments").dropColumn("method").execute()
    },
  },
  "0025_channels": { up: createChannelTables },
  "0026_alerts": { up: createAlertTables },
  "0027_record_anchors": {
    async up(db) {
      await db.schema.alterTable("settlement_transactions").addColumn("anchored_head", "text").execute()
    },
  },
  "0028_transaction_fees": {
    async up(db) {
      await db.schema.alterTable("settlement_transactions").addColumn("fee_wei", "text").execute()
      await db.schema.alterTable("channel_transactions").addColumn("fee_wei", "text").execute()
    },
  },
  "0029_session_losses": {
    async up(db) {
      await db.schema
        .alterTable("channels")
        .addColumn("lost", "text", (column) => column.notNull().defaultTo("0"))
        .execute()
      await db.schema
        .createIndex("channels_lost")
        .on("channels")
        .column("network")
        .where(sql<boolean>`lost <> '0'`)
        .execute()
      await db.schema.alterTable("payments").addColumn("lost", atomicUnits(db)).execute()
    },
  },
  "0030_alert_consent": { up: addAlertConsent },
  "0031_published_vouchers": {
    async up(db) {
      await db.schema.alterTable("channels").addColumn("published_total", "text").execute()
      await db.schema.alterTable("channels").addColumn("refund_charged", "text").execute()
      // Which vouchers were claimed is not known, so all of them count as public.
      await sql`update channels set published_total = charged where total_claimed <> '0'`.execute(db)
    },
  },
  "0032_anchor_links": {
    async up(db) {
      await db.schema.alterTable("settlement_transactions").addColumn("anchored_link", "text").execute()
      await db.schema.alterTable("settlement_transactions").addColumn("anchored_ms", "bigint").execute()
      await db.schema
        .createTable("record_acceptances")
        .addColumn("created_ms", "bigint", (column) => column.primaryKey())
        .addColumn("contradicted", "text")
        .addColumn("head", "text", (column) => column.notNull())
        .addColumn("reason", "text", (column) => column.notNull())
        .execute()
    },
  },
  "0033_refund_counts": {
    async up(db) {
      await db.schema
        .alterTable("channels")
        .addColumn("refunds", "bigint", (column) => column.notNull().defaultTo(0))
        .execute()
      await db.schema.alterTable("channels").addColumn("signed_refund", "text").execute()
      await db.schema.alterTable("channels").addColumn("signed_refund_nonce", "text").execute()
    },
  },
  "0034_listings": {
    async up(db) {
      await db.schema
        .createTable("listings")
        .addColumn("seq", ...serial(db))
        .addColumn("payment_id", "text", (column) => column.notNull())
        .addColumn("resource", "text", (column) => column.notNull())
        .addColumn("host", "text", (column) => column.notNull())
        .addColumn("valid_before_s", "bigint", (column) => column.notNull())
        .addColumn("asked_ms", "bigint", (column) => column.notNull())
        .addColumn("reply", "text")
        .addColumn("settled_by", "text")
        .addColumn("transaction_hash", "text")
        .addColumn("ended_ms", "bigint")
        .execute()
    },
  },
  "0035_signed_amounts": { up: addSignedAmounts },
  // The length, because PostgreSQL refuses rows whose key is larger than a third of a page.
  "0036_sold_answers": {
    async up(db) {
      await db.schema
        .createIndex("payments_sold_answers")
        .on("payments")
        .columns(["resource", "answered_ms"])
        .where(sql<boolean>`state = 'settled' and answer_body is not null and length(resource) <= 200`)
        .execute()
    },
  },
  "0037_question_outcomes": { up: createQuestionOutcomes },
  "0038_deposit_sales": { up: addDepositSales },
  "0039_settlement_extremes": { up: addSettlementExtremes },
  "0040_sold_totals": { up: addSoldTotals },
  "0041_refused_payments": {
    async up(db) {
      await db.schema
        .createIndex("payments_refused")
        .on("payments")
        .column("payer")
        .where(sql<boolean>`state = 'refused'`)
        .execute()
    },
  },
}

const provider: MigrationProvider = { getMigrations: () => Promise.resolve({ ...migrations }) }

/** @throws {AppError} the tables must stay as they are */
export type BeforeUpgrade = (isUpgrade: () => Promise<boolean>) => Promise<void>

type MigrateOptions = { readonly schema?: string; readonly beforeUpgrade?: BeforeUpgrade }

/**
 * Migrates the database to the newest version; a no-op when it has it. Of several processes that start on PostgreSQL
 * one migrates under an advisory lock, and the others wait. `schema`: the schema of the tables, created when it is
 * missing. `beforeUpgrade` is called first when the tables are of an older version; it asks with its argument whether they still are.
 *
 * @throws {NewerDatabaseError} where a newer version of this service has changed the tables.
 * @throws {MigrationError}
 */
export async function migrate<T>(db: Kysely<T>, { schema, beforeUpgrade }: MigrateOptions = {}): Promise<void> {
  const place = schema === undefined ? {} : { migrationTableSchema: schema }
  const migrator = new Migrator({ db, provider, allowUnorderedMigrations: true, ...place })
  const isUpgrade = async () => {
    const known = await migrator.getMigrations().catch((cause: unknown) => {
      throw new MigrationError(cause)
    })
    const done = known.filter(({ executedAt }) => executedAt !== undefined)
    return done.length > 0 && done.length < Object.keys(migrations).length
  }
  if (beforeUpgrade !== undefined && (await isUpgrade())) await beforeUpgrade(isUpgrade)
  const { error } = await migrator.migrateToLatest()
  if (error === undefined) return
  throw isOfNewer(error) ? new NewerDatabaseError(error) : new MigrationError(error)
}

/**
 * Kysely has no other sign of it.
 *
 * @see https://github.com/kysely-org/kysely/blob/master/src/migration/migrator.ts
 */
function isOfNewer(error: unknown): boolean {
  return error instanceof Error && /^corrupted migrations: .* is missing$/.test(error.message)
}

class MigrationError extends AppError {
  override readonly name = "MigrationError"
  readonly code = "internal"

  constructor(cause: unknown) {
    super("The database could not be opened and brought up to date.", { cause })
  }
}

class NewerDatabaseError extends AppError {
  override readonly name = "NewerDatabaseError"
  readonly code = "invalid_config"

  constructor(cause: unknown) {
    super(
      "The database is of a newer version of this service. Start that version; or restore the copy that was made before it.",
      { cause },
    )
  }
}
