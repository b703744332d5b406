import { afterEach, beforeEach, expect, test } from "vitest"
import { transferCall } from "@/lib/x402/chain/usdc-contract"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { PRICE, terms } from "@/tools/testing/payments/fixtures"
import {
  openSettler,
  type Sale,
  queueForSettlement,
  queueSale,
  queueSales,
} from "@/tools/testing/payments/payment-setup"
import { settlementHarness } from "@/tools/testing/payments/settlement-harness"
import type { Settler } from "./settler"

const harness = settlementHarness()

/* A node that reports a proof as used but does not find the transaction that used it, because it lags or has pruned logs. */

let settler: Settler
/** Replaces the node's answer to the search for a transfer; `null`: the real answer. */
let search: UsdcChain["findTransfer"] | null
let searches: number
let faults: string[]

beforeEach(() => {
  search = null
  searches = 0
  faults = []
  settler = open()
})
afterEach(() => settler.stop())

const nothing: UsdcChain["findTransfer"] = async () => ({ transfer: null, isCertain: false })
const failing: UsdcChain["findTransfer"] = () => Promise.reject(new Error("missing trie node"))
const stateOf = async ({ id }: Pick<Sale, "id">) => (await harness.ledger.find(id))?.state

function open(): Settler {
  const findTransfer: UsdcChain["findTransfer"] = (...question) => {
    searches += 1
    return search === null ? harness.setup.usdcChain.findTransfer(...question) : search(...question)
  }
  return openSettler(harness.setup, harness.ledger, {
    chain: { ...harness.setup.usdcChain, findTransfer },
    waitMs: 1_500,
    log: (event) => void faults.push(event),
  })
}

function sendFromOtherAccount({ authorization }: Pick<Sale, "authorization">): Promise<string> {
  const [to, data] = transferCall(terms.asset, authorization)
  return harness.setup.sendFromOtherAccount({ to, data })
}

async function createSale(): Promise<Sale> {
  const [sale] = await queueSales(harness.setup, harness.ledger, 1)
  if (!sale) throw new Error("Nothing was sold.")
  return sale
}

test.each([
  ["finds nothing", nothing],
  ["fails", failing],
])(
  "while the search for a used proof's transaction %s, its payment is pending, and the batch's others end",
  async (_, answer) => {
    const [paid, unfunded] = [await createSale(), await queueSale(harness.ledger)]
    const transaction = await sendFromOtherAccount(paid)
    search = answer
    const settlements = await Promise.all([paid, unfunded].map((sale) => settler.settle(sale)))
    expect(settlements).toMatchObject([
      { kind: "pending" },
      { kind: "refused", reason: "invalid_exact_evm_insufficient_balance" },
    ])
    expect(await stateOf(paid)).toBe("sent")
    search = null
    await expect.poll(() => stateOf(paid), { timeout: 5_000 }).toBe("settled")
    expect((await harness.ledger.find(paid.id))?.transaction).toBe(transaction)
    expect(await harness.income()).toBe(PRICE)
  },
)

test("a payment that was refused in a batch and is presented again does not wait for pending payments", async () => {
  const [paid, unfunded] = [await createSale(), await queueSale(harness.ledger)]
  await sendFromOtherAccount(paid)
  search = failing
  const settlements = await Promise.all([paid, unfunded].map((sale) => settler.settle(sale)))
  expect(settlements.map(({ kind }) => kind)).toEqual(["pending", "refused"])
  await harness.setup.mint(unfunded.payer.address)
  await queueForSettlement(harness.ledger, unfunded.authorization)
  expect(await settler.settle(unfunded)).toMatchObject({ kind: "settled" })
  expect(await stateOf(paid)).toBe("sent")
  expect(await harness.income()).toBe(2n * PRICE)
})

test("a node whose search fails is asked less and less often", async () => {
  const paid = await createSale()
  await sendFromOtherAccount(paid)
  search = failing
  expect((await settler.settle(paid)).kind).toBe("pending")
  await expect.poll(() => faults.length, { timeout: 5_000 }).toBeGreaterThan(4)
  const before = searches
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(searches - before, "in thirty seconds").toBeLessThanOrEqual(3)
})

test("the next process finishes a pending payment of a stopped process and settles new payments", async () => {
  const [paid, next] = [await createSale(), await createSale()]
  const transaction = await sendFromOtherAccount(paid)
  search = nothing
  expect((await settler.settle(paid)).kind).toBe("pending")
  await settler.stop()
  settler = open()
  void settler.recover()
  expect((await settler.settle(next)).kind).toBe("settled")
  expect(await stateOf(paid)).toBe("sent")
  search = null
  await expect.poll(() => stateOf(paid), { timeout: 5_000 }).toBe("settled")
  expect((await harness.ledger.find(paid.id))?.transaction).toBe(transaction)
})

test("a repeated request waits for the recorded transaction, and no new transaction is sent", async () => {
  const paid = await createSale()
  await sendFromOtherAccount(paid)
  search = nothing
  expect((await settler.settle(paid)).kind).toBe("pending")
  await settler.stop()
  settler = open()
  await Promise.race([settler.recover(), expect.poll(() => faults.length, { timeout: 5_000 }).toBeGreaterThan(1)])
  const { address } = harness.setup.account
  const sent = await harness.setup.usdcChain.nextNonce(address)
  expect((await settler.settle(paid)).kind).toBe("pending")
  expect(await harness.setup.usdcChain.nextNonce(address)).toBe(sent)
})
