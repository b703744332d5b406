import type { BlockRange } from "@/lib/chain/log-pages"
import type { Sale } from "./books"
import { type Difference, type IncomingTransfer, reconcile } from "./reconcile"

export type AuditPorts = {
  /** The newest block. */
  readonly head: () => Promise<bigint>
  readonly transfers: (range: BlockRange) => Promise<readonly IncomingTransfer[]>
  /** Ours. */
  readonly sales: () => AsyncIterable<Sale>
  /** What was settled for other services. */
  readonly facilitated: () => AsyncIterable<Sale>
}

export type AuditOptions = {
  readonly payTo: `0x${string}`
  /** Absent: the block of the oldest sale. */
  readonly fromBlock?: bigint
  /** The newest blocks that are left out: the chain may still exchange them, and the books may not have them yet. */
  readonly margin: bigint
}

export type Audit = BlockRange & {
  readonly sales: number
  readonly transfers: number
  readonly differences: readonly Difference[]
}

/**
 * Compares the books with the chain. `null`: there are no sales, so nothing says where to begin.
 *
 * The head is read first and bounds both sides: a sale made meanwhile is neither missing here nor too much there.
 */
export async function audit(ports: AuditPorts, options: AuditOptions): Promise<Audit | null> {
  const { payTo, margin } = options
  const newest = await ports.head()
  const toBlock = newest > margin ? newest - margin : 0n
  const sales = (await allSales(ports)).filter((sale) => sale.payTo === payTo.toLowerCase())
  const fromBlock = options.fromBlock ?? oldestBlock(sales)
  if (fromBlock === null) return null
  const transfers = await ports.transfers({ fromBlock, toBlock })
  const covered = sales.filter(({ blockNumber }) => blockNumber >= fromBlock && blockNumber <= toBlock)
  const differences = reconcile(covered, transfers)
  return { fromBlock, toBlock, sales: covered.length, transfers: transfers.length, differences }
}

async function allSales({ sales, facilitated }: AuditPorts): Promise<readonly Sale[]> {
  const all: Sale[] = []
  for await (const sale of sales()) all.push(sale)
  // What we settled for another service of the same payee is money that came in too, once.
  const sold = new Set(all.map(({ transaction, payer }) => transaction + payer))
  for await (const sale of facilitated()) {
    if (!sold.has(sale.transaction + sale.payer)) all.push(sale)
  }
  return all
}

function oldestBlock(sales: readonly Sale[]): bigint | null {
  const oldest = sales.reduce((lowest, { blockNumber }) => Math.min(lowest, blockNumber), Infinity)
  return oldest === Infinity ? null : BigInt(oldest)
}
