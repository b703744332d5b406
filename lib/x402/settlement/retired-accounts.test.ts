import { generatePrivateKey } from "viem/accounts"
import { beforeEach, expect, test } from "vitest"
import { settlementAccount, type SettlementAccount } from "@/lib/x402/chain/settlement-account"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { PRICE, terms } from "@/tools/testing/payments/fixtures"
import { openSettler, type Sale, queueSales } from "@/tools/testing/payments/payment-setup"
import { settlementHarness } from "@/tools/testing/payments/settlement-harness"
import type { ChainSettlerOptions } from "./chain-settler"
import { MAX_IN_FLIGHT } from "./next-batch"
import type { Settler } from "./settler"

const harness = settlementHarness()

/* A key is removed from the configuration while the ledger has an unfinished transaction of its account. */

const GAS_MONEY = 10n ** 18n

let removed: SettlementAccount

beforeEach(async () => {
  removed = settlementAccount(generatePrivateKey())
  await harness.setup.client.setBalance({ address: removed.address, value: GAS_MONEY })
})

const sentBy = (account: SettlementAccount) => harness.setup.client.getTransactionCount(account)
const onRecord = () => harness.ledger.pendingTransactions(removed.address)
const acceptWithoutSending: UsdcChain["broadcast"] = () => Promise.resolve(null)

/** Options of the removed account's settler. It replaces nothing, because its fast clock would do so on a busy machine. */
const formerly = () => ({ accounts: [removed], waitMs: 100, replaceAfterMs: Number.MAX_SAFE_INTEGER })

/** A payment in a transaction of the removed account that was not broadcast. */
async function createUnsentPayment() {
  const chain: UsdcChain = { ...harness.setup.usdcChain, broadcast: acceptWithoutSending }
  const before = openSettler(harness.setup, harness.ledger, { ...formerly(), chain })
  const [sale] = await queueSales(harness.setup, harness.ledger, 1)
  if (!sale) throw new Error("Nothing was sold.")
  expect((await before.settle(sale)).kind).toBe("pending")
  await before.stop()
  const [transaction] = await onRecord()
  if (!transaction) throw new Error("Nothing was recorded.")
  return { sale, transaction }
}

/** The maximum of transactions in flight, each with one payment, and payments that wait in the queue. */
async function leavePending(waiting: number): Promise<readonly Sale[]> {
  const chain: UsdcChain = { ...harness.setup.usdcChain, broadcast: acceptWithoutSending }
  const before = openSettler(harness.setup, harness.ledger, { ...formerly(), chain })
  const sales = await queueSales(harness.setup, harness.ledger, MAX_IN_FLIGHT + waiting)
  for (const [index, sale] of sales.entries()) {
    void before.settle(sale)
    await expect.poll(() => before.status().inFlight, { interval: 5 }).toBe(Math.min(index + 1, MAX_IN_FLIGHT))
  }
  await before.stop()
  return sales
}

async function untilSettled(id: string): Promise<string | null | undefined> {
  await expect.poll(async () => (await harness.ledger.find(id))?.state, { timeout: 8_000 }).toBe("settled")
  return (await harness.ledger.find(id))?.transaction
}

async function next(replaceAfterMs = 30_000, changes: Partial<ChainSettlerOptions> = {}): Promise<Settler> {
  const settler = openSettler(harness.setup, harness.ledger, { replaceAfterMs, ...changes })
  await settler.recover()
  return settler
}

test("a mined transaction of a removed account settles its payment; the remaining account sends nothing", async () => {
  const { sale, transaction } = await createUnsentPayment()
  await harness.setup.usdcChain.broadcast(transaction.raw)
  const own = await sentBy(harness.setup.account)
  await next()
  expect(await untilSettled(sale.id)).toBe(transaction.hash)
  await expect.poll(onRecord).toEqual([])
  expect([await harness.income(), await sentBy(harness.setup.account)]).toEqual([PRICE, own])
})

test("a transaction of a removed account that was not broadcast is broadcast without its key", async () => {
  const { sale, transaction } = await createUnsentPayment()
  const settler = await next()
  expect(await settler.settle(sale), "a repeated request waits for this transaction").toMatchObject({
    transaction: transaction.hash,
  })
  await expect.poll(onRecord).toEqual([])
  expect([await harness.income(), await sentBy(removed)]).toEqual([PRICE, 1])
})

test("an unmined payment of a removed account is sent by another; if both are mined, money moves once", async () => {
  const { sale, transaction } = await createUnsentPayment()
  await harness.setup.client.setBalance({ address: removed.address, value: 1n })
  const settler = await next(1_000)
  expect(await untilSettled(sale.id)).not.toBe(transaction.hash)
  expect([await harness.income(), await onRecord()]).toEqual([PRICE, [transaction]])
  await harness.setup.client.setBalance({ address: removed.address, value: GAS_MONEY })
  await expect.poll(onRecord, { timeout: 8_000 }).toEqual([])
  expect([await harness.income(), await sentBy(removed)]).toEqual([PRICE, 1])
  await settler.stop()
})

test("a removed account's transaction whose nonce is used elsewhere is dropped, and its payment sent again", async () => {
  const { sale, transaction } = await createUnsentPayment()
  const other = { to: terms.payTo, value: 0n, gas: 21_000n, nonce: 0, chainId: 8453, type: "eip1559" as const }
  const fees = { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 1n }
  await harness.setup.usdcChain.broadcast(await removed.signTransaction({ ...other, ...fees }))
  await next()
  expect(await untilSettled(sale.id)).not.toBe(transaction.hash)
  await expect.poll(onRecord).toEqual([])
  expect(await harness.income()).toBe(PRICE)
})

test("payments of a removed account with a full queue are sent by another account, settled or refused", async () => {
  const sales = await leavePending(4)
  await harness.setup.client.setBalance({ address: removed.address, value: 1n })
  const hostile = new Set(sales.slice(0, 5).map(({ authorization }) => authorization.nonce))
  const settlementCall: UsdcChain["settlementCall"] = (proofs) =>
    harness.setup.usdcChain.settlementCall(proofs.filter(({ nonce }) => !hostile.has(nonce)))
  const settler = await next(1_000, { chain: { ...harness.setup.usdcChain, settlementCall } })
  const outcomes = await Promise.all(sales.map((sale) => settler.settle(sale)))
  const kinds = outcomes.map(({ kind }) => kind)
  expect(kinds).toEqual([...Array(5).fill("refused"), ...Array(sales.length - 5).fill("settled")])
  expect(await harness.income()).toBe(BigInt(sales.length - 5) * PRICE)
  // Payers receive their outcome before the ledger has the block.
  await expect.poll(async () => (await onRecord()).length).toBe(MAX_IN_FLIGHT)
  await settler.stop()
})

test.each(["fails in its block", "is refused by the node"])(
  "while a removed account's transaction is unmined, its payment stays pending when the second one %s",
  async (what) => {
    const { sale } = await createUnsentPayment()
    await harness.setup.client.setBalance({ address: removed.address, value: 1n })
    const { usdcChain } = harness.setup
    const fails = what === "fails in its block"
    let refusals = 0
    const chain: UsdcChain = {
      ...usdcChain,
      settlementCall: (proofs) => usdcChain.settlementCall(fails ? [] : proofs),
      async broadcast(raw) {
        const [left] = await onRecord()
        if (raw !== left?.raw) refusals += 1
        if (raw !== left?.raw && !fails) throw new Error("max fee per gas less than block base fee")
        return usdcChain.broadcast(raw)
      },
    }
    const settler = await next(1_000, { chain, waitMs: 2_500 })
    expect(await settler.settle(sale)).toMatchObject({ kind: "pending" })
    expect([(await harness.ledger.find(sale.id))?.state, refusals]).toEqual(["sent", 1])
    await harness.setup.client.setBalance({ address: removed.address, value: GAS_MONEY })
    await untilSettled(sale.id)
    expect([await harness.income(), await sentBy(removed)]).toEqual([PRICE, 1])
    await settler.stop()
  },
)
