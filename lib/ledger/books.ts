import { type Usdc, usdc } from "@/lib/domain/usdc"
import type { Store } from "@/lib/store/open-store"
import { hex } from "./hex"
import { FACILITATED } from "./payment"

/** A payment that arrived, as the books have it. */
export type Sale = {
  readonly id: string
  readonly settledAtMs: number
  /** Catalogue id. */
  readonly endpoint: string
  /** `GET /api/signal/BTC` */
  readonly resource: string
  readonly payer: `0x${string}`
  readonly payTo: `0x${string}`
  readonly amount: Usdc
  readonly transaction: `0x${string}`
  readonly blockNumber: number
}

/** Settled within [fromMs, toMs). */
export type Period = { readonly fromMs: number; readonly toMs: number }

export const ALL_TIME: Period = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }

const PAGE = 1_000

/**
 * Our own sales of a period, none that were settled for others, in the order of their arrival, a page at a time: the
 * ledger may be larger than memory.
 */
export function salesOf(store: Store, period: Period): AsyncGenerator<Sale> {
  return settledIn(store, period, "!=")
}

/** What was settled for other services, the same way. Some of it may have been sold here too, under an id of its own. */
export function facilitatedIn(store: Store, period: Period): AsyncGenerator<Sale> {
  return settledIn(store, period, "=")
}

async function* settledIn(store: Store, { fromMs, toMs }: Period, facilitated: "=" | "!="): AsyncGenerator<Sale> {
  let after = -1
  for (;;) {
    const rows = await store
      .selectFrom("payments")
      .select(["seq", "id", "settled_ms", "endpoint", "resource", "payer", "pay_to", "amount"])
      .select(["transaction_hash", "block_number"])
      .where("state", "=", "settled")
      .where("endpoint", facilitated, FACILITATED)
      .where("settled_ms", ">=", fromMs)
      .where("settled_ms", "<", toMs)
      .where("seq", ">", after)
      .orderBy("seq")
      .limit(PAGE)
      .execute()
    for (const row of rows) yield toSale(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.seq
  }
}

function toSale(row: {
  readonly id: string
  readonly settled_ms: number | null
  readonly endpoint: string
  readonly resource: string
  readonly payer: string
  readonly pay_to: string
  readonly amount: string
  readonly transaction_hash: string | null
  readonly block_number: number | null
}): Sale {
  return {
    id: row.id,
    settledAtMs: row.settled_ms ?? 0,
    endpoint: row.endpoint,
    resource: row.resource,
    payer: lower(row.payer),
    payTo: lower(row.pay_to),
    amount: usdc(BigInt(row.amount)),
    transaction: lower(row.transaction_hash ?? ""),
    blockNumber: row.block_number ?? 0,
  }
}

/** As keys and comparisons want it. */
function lower(text: string): `0x${string}` {
  return hex(text.toLowerCase())
}
