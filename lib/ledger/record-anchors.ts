import type { Store } from "@/lib/store/open-store"
import { hex } from "./hex"

/** A transaction in a block whose call data ends with the head of the sealed chain. */
export type MinedAnchor = {
  /** 32 bytes in hex, without `0x`. */
  readonly head: string
  readonly transaction: `0x${string}`
  readonly blockNumber: number
  /** When the service saw the block, UTC epoch milliseconds. */
  readonly minedMs: number
}

export type RecordAnchors = {
  /** When the newest transaction with an anchor was signed, mined or not; `null`: there is none. */
  newestSignedMs(): Promise<number | null>
  /** Newest first. */
  mined(limit: number): Promise<readonly MinedAnchor[]>
}

/** The anchors among the settlement transactions. */
export function createRecordAnchors(store: Store): RecordAnchors {
  const anchored = () => store.selectFrom("settlement_transactions").where("anchored_head", "is not", null)
  return {
    async newestSignedMs() {
      const row = await anchored()
        .select("created_ms")
        .where("state", "<>", "dropped")
        .orderBy("created_ms", "desc")
        .limit(1)
        .executeTakeFirst()
      return row?.created_ms ?? null
    },

    async mined(limit) {
      const rows = await anchored()
        .select(["anchored_head", "hash", "block_number", "mined_ms"])
        .where("state", "=", "mined")
        .orderBy("created_ms", "desc")
        .limit(limit)
        .execute()
      return rows.flatMap(({ anchored_head: head, hash, block_number: blockNumber, mined_ms: minedMs }) =>
        head === null || blockNumber === null || minedMs === null
          ? []
          : [{ head, transaction: hex(hash), blockNumber, minedMs }],
      )
    },
  }
}
