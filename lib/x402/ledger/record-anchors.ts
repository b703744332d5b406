import type { ExpressionBuilder } from "kysely"
import { chunksOf } from "@/lib/domain/chunks-of"
import type { Acceptance, RecordAnchor } from "@/lib/domain/track-record/record-anchor"
import { isoTime } from "@/lib/domain/utc-day"
import type { Store } from "@/lib/store/open-store"
import type { Tables } from "@/lib/store/tables"
import { hex } from "./hex"

/** A transaction in a block that pays the payee and whose call data carries an anchor. */
export type MinedAnchor = RecordAnchor & {
  readonly transaction: `0x${string}`
  readonly blockNumber: number
  /** When the service saw the block, UTC epoch milliseconds. */
  readonly minedMs: number
  /** Time of the block, once the anchor was read from the chain; `null` before. */
  readonly timeMs: number | null
}

type ConfirmedAnchor = {
  readonly head: string
  readonly transaction: `0x${string}`
  readonly blockNumber: number
  readonly timeMs: number
}

type NewestAnchor = RecordAnchor & {
  readonly signedMs: number
  /** When the service saw the block; `null`: not in a block yet, or what the transaction paid is not known yet. */
  readonly minedMs: number | null
}

export type RecordAnchors = {
  /** The newest transaction with an anchor, without those that paid nothing: readers find anchors by their transfers. */
  newest(): Promise<NewestAnchor | null>
  /** Newest first. */
  mined(limit: number): Promise<readonly MinedAnchor[]>
  /** All that were read from their blocks, newest first. */
  confirmed(): Promise<readonly ConfirmedAnchor[]>
  /** The anchor was read from a block of this time. */
  confirm(transaction: `0x${string}`, timeMs: number): Promise<void>
  /** Accounts that have signed transactions, in lower case. */
  signers(): Promise<readonly string[]>
  /** The signed bytes of these transactions, where they are kept. */
  signed(hashes: readonly string[]): Promise<ReadonlyMap<string, `0x${string}`>>
  accept(acceptance: Acceptance): Promise<void>
  /** Oldest first. */
  acceptances(): Promise<readonly Acceptance[]>
}

/** Transactions whose bytes are looked up at once. */
const CHUNK = 500

/** The anchors among the settlement transactions. */
export function createRecordAnchors(store: Store): RecordAnchors {
  const anchored = () => store.selectFrom("settlement_transactions").where("anchored_link", "is not", null)
  return {
    async newest() {
      const row = await anchored()
        .select(["anchored_head", "anchored_link", "created_ms", "mined_ms"])
        .select((row) => hasPayment(row, "settled").as("has_paid"))
        .where((row) =>
          row.or([
            row("state", "=", "sent"),
            row.and([row("state", "=", "mined"), hasPayment(row, "sent", "settled")]),
          ]),
        )
        .orderBy("created_ms", "desc")
        .limit(1)
        .executeTakeFirst()
      if (!row?.anchored_head || !row.anchored_link) return null
      const { anchored_head: head, anchored_link: link, created_ms: signedMs, mined_ms: minedMs } = row
      return { head, link, signedMs, minedMs: row.has_paid ? minedMs : null }
    },

    async mined(limit) {
      const rows = await anchored()
        .select(["anchored_head", "anchored_link", "anchored_ms", "hash", "block_number", "mined_ms"])
        .where("state", "=", "mined")
        .where((row) => hasPayment(row, "settled"))
        .orderBy("created_ms", "desc")
        .limit(limit)
        .execute()
      return rows.flatMap(({ anchored_head: head, anchored_link: link, hash, block_number, mined_ms, anchored_ms }) =>
        head === null || link === null || block_number === null || mined_ms === null
          ? []
          : [{ head, link, transaction: hex(hash), blockNumber: block_number, minedMs: mined_ms, timeMs: anchored_ms }],
      )
    },

    async confirmed() {
      const rows = await anchored()
        .select(["anchored_head", "anchored_ms", "hash", "block_number"])
        .where("state", "=", "mined")
        .where("anchored_ms", "is not", null)
        .orderBy("anchored_ms", "desc")
        .execute()
      return rows.flatMap(({ anchored_head: head, anchored_ms: timeMs, hash, block_number: blockNumber }) =>
        head === null || timeMs === null || blockNumber === null
          ? []
          : [{ head, timeMs, transaction: hex(hash), blockNumber }],
      )
    },

    async confirm(transaction, timeMs) {
      await store
        .updateTable("settlement_transactions")
        .set({ anchored_ms: timeMs })
        .where("hash", "=", transaction)
        .execute()
    },

    async signers() {
      const rows = await store.selectFrom("settlement_transactions").select("signer").distinct().execute()
      return rows.map(({ signer }) => signer)
    },

    async signed(hashes) {
      const found = new Map<string, `0x${string}`>()
      for (const part of chunksOf(hashes, CHUNK)) {
        const rows = await store
          .selectFrom("settlement_transactions")
          .select(["hash", "raw"])
          .where("hash", "in", part)
          .execute()
        for (const { hash, raw } of rows) found.set(hash, hex(raw))
      }
      return found
    },

    async accept({ at, ...rest }) {
      await store
        .insertInto("record_acceptances")
        .values({ ...rest, created_ms: Date.parse(at) })
        .execute()
    },

    async acceptances() {
      const rows = await store.selectFrom("record_acceptances").selectAll().orderBy("created_ms").execute()
      return rows.map(({ created_ms, contradicted, head, reason }) => {
        return { at: isoTime(created_ms), contradicted, head, reason }
      })
    },
  }
}

/** Whether one of the transaction's payments is in one of these states. */
function hasPayment(
  row: ExpressionBuilder<Tables, "settlement_transactions">,
  ...states: readonly ("sent" | "settled")[]
) {
  return row.exists(
    row
      .selectFrom("payments")
      .select("payments.id")
      .whereRef("payments.transaction_hash", "=", "settlement_transactions.hash")
      .where("payments.state", "in", states),
  )
}
