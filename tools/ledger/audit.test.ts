import { expect, test } from "vitest"
import type { BlockRange } from "@/lib/x402/chain/log-pages"
import { usdc } from "@/lib/domain/usdc"
import { audit, type AuditOptions, type AuditPorts } from "./audit"
import type { IncomingTransfer, SaleByTransfer } from "./reconcile"

const PAY_TO = `0x${"Ab".repeat(20)}` as const
const hash = (n: number): `0x${string}` => `0x${n.toString(16).padStart(64, "0")}`

function saleAt(blockNumber: number, transaction = hash(blockNumber)): SaleByTransfer {
  return {
    id: transaction,
    settledAtMs: 0,
    endpoint: "signal",
    resource: "GET /api/signal/BTC",
    payer: `0x${"1".repeat(40)}`,
    payTo: `0x${"ab".repeat(20)}`,
    amount: usdc(50_000n),
    lost: usdc(0n),
    transaction,
    blockNumber,
  }
}

const transferOf = ({ transaction, payer, amount, blockNumber }: SaleByTransfer): IncomingTransfer => ({
  transaction,
  from: payer,
  value: amount,
  blockNumber,
})

const within =
  ({ fromBlock, toBlock }: BlockRange) =>
  ({ blockNumber }: SaleByTransfer) =>
    blockNumber >= fromBlock && blockNumber <= toBlock

/** A ledger and a chain that grow while they are read: each read adds a sale. */
function audited(
  sold: SaleByTransfer[],
  { facilitated = [] }: { readonly facilitated?: readonly SaleByTransfer[] } = {},
) {
  const ranges: BlockRange[] = []
  const head = () => Math.max(0, ...sold.slice(-3).map(({ blockNumber }) => blockNumber))
  const sellOne = () => sold.push(saleAt(head() + 1))
  const ports: AuditPorts = {
    async head() {
      const newest = head()
      sellOne()
      return BigInt(newest)
    },
    async oldestBlock() {
      const oldest = [...sold, ...facilitated].reduce((low, { blockNumber }) => Math.min(low, blockNumber), Infinity)
      sellOne()
      return oldest === Infinity ? null : BigInt(oldest)
    },
    async *sales(range) {
      yield* sold.filter(within(range))
      sellOne()
    },
    async *facilitated(range) {
      yield* facilitated.filter(within(range))
    },
    async transfers(range) {
      ranges.push(range)
      sellOne()
      return [...sold, ...facilitated].filter(within(range)).map(transferOf)
    },
  }
  const run = (options: Partial<AuditOptions> = {}) => audit(ports, { payTo: PAY_TO, margin: 0n, ...options })
  return { run, ranges }
}

test("sales that are made while ledger and chain are read do not count as differences", async () => {
  const { run, ranges } = audited([saleAt(7), saleAt(9)])
  expect(await run()).toEqual({ fromBlock: 7n, toBlock: 9n, sales: 2, transfers: 2, differences: [] })
  expect(ranges).toEqual([{ fromBlock: 7n, toBlock: 9n }])
})

test("the newest blocks, which may still change, are left out on both sides", async () => {
  const { run } = audited([saleAt(7), saleAt(9), saleAt(20)])
  expect(await run({ margin: 10n })).toMatchObject({ fromBlock: 7n, toBlock: 10n, sales: 2, differences: [] })
  expect(await run({ margin: 1_000n, fromBlock: 3n }), "a chain with fewer blocks than the margin").toMatchObject({
    sales: 0,
  })
})

test("a chain that is shorter than the margin is compared from its first block", async () => {
  const { run, ranges } = audited([saleAt(7), saleAt(9)])
  expect(await run({ margin: 10n })).toMatchObject({ fromBlock: 0n, toBlock: 0n, sales: 0, differences: [] })
  expect(ranges).toEqual([{ fromBlock: 0n, toBlock: 0n }])
})

test("200,000 sales are audited, which is more than a function call takes as arguments", async () => {
  const { run } = audited(Array.from({ length: 200_000 }, (_, index) => saleAt(5, hash(index))))
  expect(await run()).toMatchObject({ fromBlock: 5n, sales: 200_000, transfers: 200_000, differences: [] })
})

const facilitated = (sale: SaleByTransfer): SaleByTransfer => ({ ...sale, id: `facilitated/${sale.id}` })

test("payments that a facilitator settled for the same payee count once", async () => {
  const [both, only] = [saleAt(7), facilitated(saleAt(8))]
  const result = await audited([both], { facilitated: [facilitated(both), only] }).run()
  expect(result?.sales).toBe(1)
  const twice = await audited([both, saleAt(9)], { facilitated: [only] }).run()
  expect(twice).toMatchObject({ sales: 3, differences: [] })
})

test("two payments of one payer in one transaction, one of another service, both count", async () => {
  const ours = saleAt(7)
  const theirs: SaleByTransfer = {
    ...facilitated(saleAt(8)),
    transaction: ours.transaction,
    blockNumber: 7,
    amount: usdc(20_000n),
  }
  const result = await audited([ours, saleAt(9)], { facilitated: [theirs] }).run()
  expect(result).toMatchObject({ sales: 3, transfers: 3, differences: [] })
})

test("without a sale the first block must be given by --from-block", async () => {
  const ports: AuditPorts = {
    head: async () => 50n,
    oldestBlock: async () => null,
    async *sales() {},
    async *facilitated() {},
    transfers: async () => [transferOf(saleAt(40))],
  }
  expect(await audit(ports, { payTo: PAY_TO, margin: 0n })).toBeNull()
  const found = await audit(ports, { payTo: PAY_TO, margin: 0n, fromBlock: 30n })
  expect(found?.differences).toMatchObject([{ kind: "unclaimed", amount: 50_000n }])
})
