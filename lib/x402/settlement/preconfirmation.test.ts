import { zeroHash } from "viem"
import { expect, test } from "vitest"
import { PRICE } from "@/tools/testing/payments/fixtures"
import { openSettler, queueSales } from "@/tools/testing/payments/payment-setup"
import { preconfirmingNode } from "@/tools/testing/payments/preconfirming-node"
import { settlementHarness } from "@/tools/testing/payments/settlement-harness"

const harness = settlementHarness()

async function settlePreconfirmed(count: number) {
  const sales = await queueSales(harness.setup, harness.ledger, count)
  const node = await preconfirmingNode(harness.setup.chain)
  const snapshot = await harness.setup.client.snapshot()
  const log: string[] = []
  const settler = openSettler(harness.setup, harness.ledger, {
    chain: node.usdcChain,
    log: (event) => void log.push(event),
  })
  const settlements = await Promise.all(sales.map((sale) => settler.settle(sale)))
  return { node, snapshot, settler, settlements, sales, log }
}

const records = () => harness.ledger.minedSince(0, 100)

test("payers are served when a transaction is preconfirmed, and the ledger names its block once sealed", async () => {
  const { node, settler, settlements, sales, log } = await settlePreconfirmed(3)
  expect(settlements.map(({ kind }) => kind)).toEqual(["settled", "settled", "settled"])
  await expect.poll(async () => (await records()).map(({ blockHash }) => blockHash)).toContain(zeroHash)
  node.seal()
  await expect.poll(async () => (await records()).map(({ blockHash }) => blockHash)).not.toContain(zeroHash)
  for (const { blockNumber, blockHash } of await records()) {
    expect(await harness.setup.usdcChain.blockHashAt(blockNumber)).toBe(blockHash)
  }
  expect(await harness.income()).toBe(BigInt(sales.length) * PRICE)
  expect(log, "nothing was sent again").not.toContain("settlement_block_gone")
  await settler.stop()
})

test("a payment whose preconfirmed transaction is in no block is sent again, and the money moves once", async () => {
  const { node, snapshot, settler, settlements, log } = await settlePreconfirmed(2)
  expect(new Set(settlements.map(({ kind }) => kind))).toEqual(new Set(["settled"]))
  await harness.setup.client.revert({ id: snapshot })
  expect(await harness.income()).toBe(0n)
  node.seal()
  await expect.poll(harness.income, { timeout: 8_000 }).toBe(2n * PRICE)
  expect(log).toContain("settlement_block_gone")
  await settler.stop()
})
