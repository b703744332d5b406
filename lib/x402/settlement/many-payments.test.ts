import { afterEach, beforeEach, expect, test } from "vitest"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { deployBurner } from "@/tools/testing/payments/deploy-wallet"
import { newPayer, PRICE } from "@/tools/testing/payments/fixtures"
import {
  unlimitedFunds,
  authorizeNow,
  openSettler,
  type Sale,
  queueForSettlement,
  queueSales,
} from "@/tools/testing/payments/payment-setup"
import { settlementHarness } from "@/tools/testing/payments/settlement-harness"
import { MAX_IN_FLIGHT } from "./next-batch"
import type { Settlement, Settler } from "./settler"

const harness = settlementHarness()

/*
 * The maximum of transactions is in flight. Their payments fail in the block but pass every simulation before and after,
 * because the payer moves the money away in between.
 */

let settler: Settler
let failing: Set<string>
let hasGas: boolean

beforeEach(() => {
  failing = new Set()
  hasGas = true
  const funds = { ...unlimitedFunds, canPay: () => hasGas }
  settler = openSettler(harness.setup, harness.ledger, { chain: chainWithFailingPayments(), funds, waitMs: 20_000 })
})
afterEach(async () => {
  await harness.setup.client.setAutomine(true)
  await harness.setup.client.mine({ blocks: 1 })
  await settler.stop()
})

function chainWithFailingPayments(): UsdcChain {
  const { usdcChain, client } = harness.setup
  return {
    ...usdcChain,
    settlementCall: (proofs) => usdcChain.settlementCall(proofs.filter(({ nonce }) => !failing.has(nonce))),
    // Not `usdcChain.broadcast`, because it waits for the block.
    async broadcast(raw) {
      await client.sendRawTransaction({ serializedTransaction: raw })
      return null
    },
  }
}

/** Sends each batch in a transaction of its own, up to the maximum in flight; no block is mined. */
async function settleAll(batches: readonly (readonly Sale[])[]): Promise<readonly Promise<Settlement>[]> {
  await harness.setup.client.setAutomine(false)
  const settling: Promise<Settlement>[] = []
  for (const [index, batch] of batches.entries()) {
    settling.push(...batch.map((sale) => settler.settle(sale)))
    const sent = Math.min(index + 1, MAX_IN_FLIGHT)
    await expect.poll(() => settler.status().inFlight, { interval: 5 }).toBe(sent)
  }
  return settling
}

async function countOutcomes(settling: readonly Promise<Settlement>[]): Promise<Record<string, number>> {
  await harness.setup.client.setAutomine(true)
  await harness.setup.client.mine({ blocks: 1 })
  const counts: Record<string, number> = {}
  for (const { kind } of await Promise.all(settling)) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

test("payments that fail in every transaction are sent once more and refused; the next payment settles", async () => {
  const sales = await queueSales(harness.setup, harness.ledger, MAX_IN_FLIGHT + 6)
  const [honest, ...hostile] = sales
  if (!honest) throw new Error("Nothing was sold.")
  for (const { authorization } of hostile) failing.add(authorization.nonce)
  const settling = await settleAll(hostile.map((sale) => [sale]))
  expect(await countOutcomes([...settling, settler.settle(honest)])).toEqual({ refused: hostile.length, settled: 1 })
  expect(await harness.income()).toBe(PRICE)
  await expect.poll(() => settler.status()).toMatchObject({ waiting: 0, inFlight: 0 })
}, 30_000)

test("payments in a batch with a failing payment are charged once, also when the batch made them fail", async () => {
  const sales = await queueSales(harness.setup, harness.ledger, 3 * (MAX_IN_FLIGHT + 4))
  const batches = Array.from({ length: MAX_IN_FLIGHT + 4 }, (_, index) => sales.slice(3 * index, 3 * index + 3))
  for (const [hostile] of batches) if (hostile) failing.add(hostile.authorization.nonce)
  const payersOfLateFailures = batches.flatMap(([, second]) => second ?? [])
  for (const { authorization } of payersOfLateFailures) failing.add(authorization.nonce)
  const settling = await settleAll(batches)
  for (const { authorization } of payersOfLateFailures) failing.delete(authorization.nonce)
  expect(await countOutcomes(settling)).toEqual({ refused: batches.length, settled: 2 * batches.length })
  expect(await harness.income()).toBe(2n * BigInt(batches.length) * PRICE)
}, 30_000)

test("a wallet that burns the gas of its 30 payments costs two transactions, and other payers are served", async () => {
  const { client, wallet } = harness.setup
  const from = await deployBurner(client, wallet)
  await harness.setup.mint(from)
  const proofs = await Promise.all(Array.from({ length: 30 }, () => authorizeNow(newPayer(), { from })))
  const hostile = []
  for (const authorization of proofs)
    hostile.push({ authorization, id: await queueForSettlement(harness.ledger, authorization) })
  const sentBefore = await client.getTransactionCount(wallet)
  expect(await countOutcomes(hostile.map((sale) => settler.settle(sale)))).toEqual({ refused: 30 })
  expect((await client.getTransactionCount(wallet)) - sentBefore).toBe(2)
  const [honest] = await queueSales(harness.setup, harness.ledger, 1)
  expect(honest && (await settler.settle(honest))).toMatchObject({ kind: "settled" })
}, 30_000)

test("without gas, failed payments wait and new payers receive the reason; with gas, all of them end", async () => {
  const sales = await queueSales(harness.setup, harness.ledger, MAX_IN_FLIGHT + 2)
  const [late, honest, ...hostile] = sales
  if (!late || !honest) throw new Error("Nothing was sold.")
  for (const { authorization } of hostile) failing.add(authorization.nonce)
  const settling = await settleAll(hostile.map((sale) => [sale]))
  hasGas = false
  await harness.setup.client.setAutomine(true)
  await harness.setup.client.mine({ blocks: 1 })
  expect(await settler.settle(late)).toMatchObject({ kind: "unsent", cause: { name: "OutOfGasError" } })
  hasGas = true
  expect(await countOutcomes([...settling, settler.settle(honest)])).toEqual({ refused: hostile.length, settled: 1 })
  expect(await harness.income()).toBe(PRICE)
}, 30_000)

test("payments that wait to be sent again when their process ends are finished by the next process", async () => {
  const sales = await queueSales(harness.setup, harness.ledger, MAX_IN_FLIGHT)
  for (const { authorization } of sales) failing.add(authorization.nonce)
  expect(await settleAll(sales.map((sale) => [sale]))).toHaveLength(MAX_IN_FLIGHT)
  await harness.setup.client.setAutomine(true)
  await harness.setup.client.mine({ blocks: 1 })
  const states = async () =>
    new Set(await Promise.all(sales.map(async ({ id }) => (await harness.ledger.find(id))?.state)))
  const signed = () => harness.ledger.pendingTransactions(harness.setup.account.address)
  await expect.poll(async () => (await signed()).length, { interval: 5 }).toBeLessThan(MAX_IN_FLIGHT)
  await settler.stop()
  expect(settler.status().inFlight).toBe(0)
  expect(await states(), "no payer received that nothing was charged").toContain("sent")
  failing.clear()
  settler = openSettler(harness.setup, harness.ledger)
  await settler.recover()
  await expect.poll(states, { timeout: 8_000 }).not.toContain("sent")
}, 30_000)
