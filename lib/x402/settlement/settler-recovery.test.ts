import { expect, test } from "vitest"
import type { Payment } from "@/lib/x402/ledger/payment"
import { PRICE } from "@/tools/testing/payments/fixtures"
import {
  openSettler,
  queueForSettlement,
  queueSale,
  queueSales,
  type Sale,
} from "@/tools/testing/payments/payment-setup"
import { only, settlementHarness } from "@/tools/testing/payments/settlement-harness"
import { createTransactionSigner } from "./transaction-signer"

const harness = settlementHarness()

test("the next process broadcasts a transaction that was recorded but not broadcast", async () => {
  const sales = await queueSales(harness.setup, harness.ledger, 3)
  await record(sales)
  await openSettler(harness.setup, harness.ledger).recover()
  await harness.untilSettled(sales)
  expect(await harness.income()).toBe(3n * PRICE)
})

test("the next process confirms a transaction that was broadcast, and its payments are paid once", async () => {
  const sales = await queueSales(harness.setup, harness.ledger, 3)
  const { raw, hash } = await record(sales)
  await harness.setup.usdcChain.broadcast(raw)
  await openSettler(harness.setup, harness.ledger).recover()
  await harness.untilSettled(sales)
  expect((await harness.ledger.find(only(sales).id))?.transaction).toBe(hash)
  expect(await harness.income()).toBe(3n * PRICE)
})

test("new payments do not reuse the nonces of recorded transactions", async () => {
  const old = await queueSales(harness.setup, harness.ledger, 1)
  const fresh = await queueSales(harness.setup, harness.ledger, 2)
  await record(old)
  const settler = openSettler(harness.setup, harness.ledger)
  const recovery = settler.recover()
  const settlements = await Promise.all(fresh.map((sale) => settler.settle(sale)))
  expect(settlements.map(({ kind }) => kind)).toEqual(["settled", "settled"])
  await recovery
  await harness.untilSettled(old)
  expect(await harness.income()).toBe(3n * PRICE)
})

test("a transaction whose nonce another transaction used is dropped, and its payments are sent again", async () => {
  const old = await queueSales(harness.setup, harness.ledger, 2)
  const { hash } = await record(old)
  await harness.setup.client.sendTransaction({ account: harness.setup.wallet, to: harness.setup.account.address })
  await openSettler(harness.setup, harness.ledger).recover()
  await harness.untilSettled(old)
  expect((await harness.ledger.find(only(old).id))?.transaction).not.toBe(hash)
  await harness.waitUntilNothingInFlight()
  expect(await harness.income()).toBe(2n * PRICE)
})

test("a payment whose transaction was dropped is sent again, and refused when the payer has no balance", async () => {
  const [funded] = await queueSales(harness.setup, harness.ledger, 1)
  const unfunded = await queueSale(harness.ledger)
  if (!funded) throw new Error("Nothing was sold.")
  const { hash } = await record([funded, unfunded])
  await harness.ledger.markDropped(hash)
  await openSettler(harness.setup, harness.ledger).recover()
  await harness.untilSettled([funded])
  expect(await harness.stateOf(unfunded.id)).toBe("refused")
  expect(await harness.income()).toBe(PRICE)
})

test("a payment that was answered but not sent is released, and its proof can be used again", async () => {
  const { id, authorization } = only(await queueSales(harness.setup, harness.ledger, 1))
  expect(await harness.ledger.releaseAbandoned(Number.MAX_SAFE_INTEGER, Date.now())).toBe(1)
  expect(await queueForSettlement(harness.ledger, authorization)).toBe(id)
  expect((await openSettler(harness.setup, harness.ledger).settle({ id, authorization })).kind).toBe("settled")
})

/** The ledger state after a process ended between the record and the broadcast. */
async function record(sales: readonly Sale[]) {
  const signer = createTransactionSigner({
    chain: harness.setup.usdcChain,
    account: harness.setup.account,
    chainId: 8453,
    clock: Date.now,
    maxFeePerGas: 10n ** 12n,
  })
  const payments = await Promise.all(sales.map(({ id }) => harness.ledger.find(id)))
  const found = payments.filter((payment): payment is Payment => payment !== null)
  const transaction = await signer.sign(found, 1_000_000n)
  expect(await harness.ledger.markSent(transaction, found, Date.now())).toBe(true)
  return transaction
}
