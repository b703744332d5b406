import { sql } from "kysely"
import type { BlockRange } from "@/lib/x402/chain/log-pages"
import { type Usdc, usdc } from "@/lib/domain/usdc"
import type { Store } from "@/lib/store/open-store"
import { hex } from "@/lib/x402/ledger/hex"

/** A settled payment in the ledger. */
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
  /** The part of the amount that cannot be claimed, because the payer of a session withdrew its money. */
  readonly lost: Usdc
  /** `null`: paid by a voucher of a channel, which is claimed later together with others. */
  readonly transaction: `0x${string}` | null
  readonly blockNumber: number
}

/** Settled within [fromMs, toMs). */
export type Period = { readonly fromMs: number; readonly toMs: number }

export const ALL_TIME: Period = { fromMs: 0, toMs: Number.MAX_SAFE_INTEGER }

const PAGE = 1_000

/** Endpoint of rows that earlier versions settled for other services. These rows are not sales of this service. */
export const FACILITATED = "facilitated"

const SALE_COLUMNS = [
  "id",
  "settled_ms",
  "endpoint",
  "resource",
  "payer",
  "pay_to",
  "amount",
  "transaction_hash",
  "block_number",
  "lost",
] as const

/**
 * Settled payments within a range of blocks, both ends inclusive, of one network (CAIP-2): a rehearsal on another
 * network has its sales in the same ledger, paid with play money in blocks of that network.
 */
export type SalesFilter = Period & Partial<BlockRange> & { readonly network: string }

/**
 * Sales of this service in the order of their settlement, in pages, because the ledger may be
 * larger than memory.
 */
export function salesOf(store: Store, span: SalesFilter): AsyncGenerator<Sale> {
  return settledIn(store, span, "!=")
}

/**
 * Payments that earlier versions settled for other services, in the same order. The same proof may also be a sale here.
 */
export function facilitatedIn(store: Store, span: SalesFilter): AsyncGenerator<Sale> {
  return settledIn(store, span, "=")
}

/** The first block of a network that has a payment to this payee, for us or for others; `null` before there is one. */
export async function oldestBlock(store: Store, payTo: `0x${string}`, network: string): Promise<bigint | null> {
  const { block } = await store
    .selectFrom("payments")
    .select((row) => row.fn.min("block_number").as("block"))
    .where("state", "=", "settled")
    .where("network", "=", network)
    .where("pay_to", "=", payTo.toLowerCase())
    .executeTakeFirstOrThrow()
  return block === null ? null : BigInt(block)
}

/** One of our own sales; `null` when none on this network has the id. */
export async function saleById(store: Store, id: string, network: string): Promise<Sale | null> {
  const row = await store
    .selectFrom("payments")
    .select(SALE_COLUMNS)
    .where("id", "=", id)
    .where("network", "=", network)
    .where("state", "=", "settled")
    .where("endpoint", "!=", FACILITATED)
    .executeTakeFirst()
  return row === undefined ? null : toSale(row)
}

async function* settledIn(store: Store, span: SalesFilter, facilitated: "=" | "!="): AsyncGenerator<Sale> {
  let after = { ms: span.fromMs, seq: -1 }
  for (;;) {
    const rows = await settledPage(store, span, after).where("endpoint", facilitated, FACILITATED).execute()
    for (const row of rows) yield toSale(row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = { ms: last.settled_ms ?? 0, seq: last.seq }
  }
}

/** The state is not part of the condition: settled rows have a time, and by the state SQLite would read all rows. */
export function settledPage(store: Store, { network, toMs, fromBlock, toBlock }: SalesFilter, after: Cursor) {
  return store
    .selectFrom("payments")
    .select("seq")
    .select(SALE_COLUMNS)
    .where(sql<boolean>`(settled_ms, seq) > (${after.ms}, ${after.seq})`)
    .where("settled_ms", "<", toMs)
    .where("network", "=", network)
    .$if(fromBlock !== undefined, (query) => query.where("block_number", ">=", Number(fromBlock)))
    .$if(toBlock !== undefined, (query) => query.where("block_number", "<=", Number(toBlock)))
    .orderBy("settled_ms")
    .orderBy("seq")
    .limit(PAGE)
}

/** In the order of settlement. */
type Cursor = { readonly ms: number; readonly seq: number }

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
  readonly lost: string | null
}): Sale {
  return {
    id: row.id,
    settledAtMs: row.settled_ms ?? 0,
    endpoint: row.endpoint,
    resource: row.resource,
    payer: lower(row.payer),
    payTo: lower(row.pay_to),
    amount: usdc(BigInt(row.amount)),
    lost: usdc(BigInt(row.lost ?? 0)),
    transaction: row.transaction_hash === null ? null : lower(row.transaction_hash),
    blockNumber: row.block_number ?? 0,
  }
}

/** As keys and comparisons want it. */
function lower(text: string): `0x${string}` {
  return hex(text.toLowerCase())
}
