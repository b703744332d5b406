import { parseTransaction } from "viem"
import { generatePrivateKey } from "viem/accounts"
import { afterEach, beforeEach, expect, test } from "vitest"
import { settlementAccount } from "@/lib/x402/chain/settlement-account"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { PRICE } from "@/tools/testing/payments/fixtures"
import { openSettler, type Sale, queueSales } from "@/tools/testing/payments/payment-setup"
import { settlementHarness } from "@/tools/testing/payments/settlement-harness"
import type { ChainSettlerOptions } from "./chain-settler"
import type { Settlement, Settler } from "./settler"

const harness = settlementHarness()

/* A node refuses one transaction and accepts the next, which cannot be mined while the lower nonce is unused. */

let settlers: Settler[]
/** How many transactions of the lowest nonce the node refuses. */
let refusals: number
let allAreSent: Promise<void>
let releaseBroadcast: () => void

beforeEach(() => {
  settlers = []
  refusals = 1
  allAreSent = new Promise((resolve) => {
    releaseBroadcast = resolve
  })
})
afterEach(async () => {
  for (const settler of settlers) await settler.stop()
})

function open(changes: Partial<ChainSettlerOptions> = {}): Settler {
  let lowest: number | undefined
  const broadcast: UsdcChain["broadcast"] = async (raw) => {
    const { nonce } = parseTransaction(raw)
    lowest ??= nonce
    await allAreSent
    if (nonce === lowest && refusals > 0) {
      refusals -= 1
      throw new Error("max fee per gas less than block base fee")
    }
    // Not `usdcChain.broadcast`, because it waits for the block.
    await harness.setup.client.sendRawTransaction({ serializedTransaction: raw })
    return null
  }
  const settler = openSettler(harness.setup, harness.ledger, {
    chain: { ...harness.setup.usdcChain, broadcast },
    ...changes,
  })
  settlers.push(settler)
  return settler
}

/** Sends each sale in a transaction of its own, all before the node refuses the first. */
async function settleInOrder(settler: Settler, sales: readonly Sale[]): Promise<readonly Settlement["kind"][]> {
  const settling: Promise<Settlement>[] = []
  for (const [index, sale] of sales.entries()) {
    settling.push(settler.settle(sale))
    await expect.poll(() => settler.status().inFlight, { interval: 5 }).toBe(index + 1)
  }
  releaseBroadcast()
  return (await Promise.all(settling)).map(({ kind }) => kind)
}

test("a nonce gap is filled at once, so that later transactions do not wait for another payment", async () => {
  const settler = open()
  const sales = await queueSales(harness.setup, harness.ledger, 3)
  expect(await settleInOrder(settler, sales)).toEqual(["unsent", "settled", "settled"])
  expect(await harness.income()).toBe(2n * PRICE)
  await expect.poll(() => settler.status()).toMatchObject({ inFlight: 0, stuckKeys: 0 })
})

test("a nonce gap is also filled while another account sends all new payments", async () => {
  const other = settlementAccount(generatePrivateKey())
  await harness.setup.client.setBalance({ address: other.address, value: 10n ** 18n })
  const settler = open({ accounts: [harness.setup.account, other] })
  const sales = await queueSales(harness.setup, harness.ledger, 4)
  expect(await settleInOrder(settler, sales)).toEqual(["unsent", "settled", "settled", "settled"])
  await expect.poll(() => settler.status()).toMatchObject({ inFlight: 0, stuckKeys: 0 })
})

test("the next process fills a nonce gap that a stopped process left", async () => {
  const sales = await queueSales(harness.setup, harness.ledger, 2)
  // The node also refuses the first process's own attempts to fill the gap.
  refusals = Infinity
  const before = open({ waitMs: 2_000 })
  expect(await settleInOrder(before, sales)).toEqual(["unsent", "pending"])
  await before.stop()
  refusals = 0
  await open().recover()
  await expect.poll(harness.income, { timeout: 8_000 }).toBe(PRICE)
})

test("when the node refuses the transaction that fills a nonce gap, the next attempt fills it", async () => {
  refusals = 2
  const sales = await queueSales(harness.setup, harness.ledger, 2)
  expect(await settleInOrder(open(), sales)).toEqual(["unsent", "settled"])
})
