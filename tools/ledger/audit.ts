import type { BlockRange } from "@/lib/x402/chain/log-pages"
import { FACILITATED, type Sale } from "./sales"
import { BATCH_SETTLEMENT } from "@/lib/domain/batch-settlement"
import { type Difference, type IncomingTransfer, reconcile, type SaleByTransfer } from "./reconcile"

export type AuditPorts = {
  /** The newest block. */
  readonly head: () => Promise<bigint>
  readonly transfers: (range: BlockRange) => Promise<readonly IncomingTransfer[]>
  /** The first block with a payment to the payee; `null` before there is one. */
  readonly oldestBlock: () => Promise<bigint | null>
  /** Ours. */
  readonly sales: (range: BlockRange) => AsyncIterable<Sale>
  /** Payments that earlier versions settled for other services. */
  readonly facilitated: (range: BlockRange) => AsyncIterable<Sale>
}

export type AuditOptions = {
  readonly payTo: `0x${string}`
  /** Absent: the block of the oldest sale. */
  readonly fromBlock?: bigint
  /** The newest blocks are left out: the chain may still replace them, and the ledger may not have their sales yet. */
  readonly margin: bigint
}

export type Audit = BlockRange & {
  readonly sales: number
  readonly transfers: number
  readonly differences: readonly Difference[]
}

/**
 * Compares the ledger with the chain. `null`: there are no sales, so there is no first block.
 *
 * The head is read first and bounds both sides, so a sale that is made during the comparison is on neither side.
 */
export async function audit(ports: AuditPorts, options: AuditOptions): Promise<Audit | null> {
  const { payTo, margin } = options
  const newest = await ports.head()
  const toBlock = newest > margin ? newest - margin : 0n
  const first = options.fromBlock ?? (await ports.oldestBlock())
  if (first === null) return null
  // A chain that is shorter than the margin has its sales in blocks that are left out. Its other blocks are still compared.
  const fromBlock = options.fromBlock === undefined && first > toBlock ? 0n : first
  const range = { fromBlock, toBlock }
  const sales = (await allSales(ports, range)).filter((sale) => sale.payTo === payTo.toLowerCase())
  // Transfers of the settlement contract pay for vouchers. Channels have a comparison of their own.
  const transfers = (await ports.transfers(range)).filter(
    ({ from }) => from.toLowerCase() !== BATCH_SETTLEMENT.toLowerCase(),
  )
  const differences = reconcile(sales, transfers)
  return { ...range, sales: sales.length, transfers: transfers.length, differences }
}

async function allSales({ sales, facilitated }: AuditPorts, range: BlockRange): Promise<readonly SaleByTransfer[]> {
  const all: SaleByTransfer[] = []
  for await (const sale of sales(range)) if (isByTransfer(sale)) all.push(sale)
  // Earlier versions settled for other services of the same payee. A proof that was also sold here moved money once.
  const sold = new Set(all.map(({ id }) => `${FACILITATED}/${id}`))
  for await (const sale of facilitated(range)) {
    if (!sold.has(sale.id) && isByTransfer(sale)) all.push(sale)
  }
  return all
}

function isByTransfer(sale: Sale): sale is SaleByTransfer {
  return sale.transaction !== null
}
