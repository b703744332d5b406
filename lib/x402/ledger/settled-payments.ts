import { sql } from "kysely"
import { batchLoader } from "@/lib/domain/batch-loader"
import { padToCommonLength, type Store } from "@/lib/store/open-store"

/** More change nothing: 40 settled payments give a payer its highest limit. */
const MAX_COUNT = 40
const PAYERS_PER_STATEMENT = 16

/** How many payments of this payer were settled since its last refused one, up to 40. Sales by voucher are payments, too. */
export function settledPayments(store: Store, network: string): (payer: string) => Promise<number> {
  return batchLoader((payers: readonly string[]) => countAll(store, network, payers), {
    maxBatch: PAYERS_PER_STATEMENT,
    maxConcurrent: 2,
  })
}

async function countAll(store: Store, network: string, payers: readonly string[]): Promise<readonly number[]> {
  const counts = padToCommonLength([...new Set(payers)]).map((payer) => countOf(network, payer))
  const { rows } = await sql<{ payer: string; settled: number | string }>`${sql.join(counts, sql` union `)}`.execute(
    store,
  )
  const settledOf = new Map(rows.map(({ payer, settled }) => [payer, Number(settled)]))
  return payers.map((payer) => settledOf.get(payer) ?? 0)
}

/**
 * The order of rows decides, because clocks jump. SQLite uses a partial index only for a query that repeats its condition, and the
 * sign before `seq` keeps it from reading all payments of a state instead.
 */
export function countOf(network: string, payer: string) {
  return sql`select cast(${payer} as text) as payer, (select count(*) from (
    select 1 from payments where state = 'settled' and payer = ${payer} and network = ${network} and +seq > coalesce(
      (select max(+seq) from payments where state = 'refused' and payer = ${payer}), 0) limit ${MAX_COUNT}) as found) as settled`
}
