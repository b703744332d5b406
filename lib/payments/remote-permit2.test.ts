import { numberToHex, parseEther } from "viem"
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest"
import { officialFacilitator } from "@/lib/testing/fake-facilitator"
import { newPayer, PRICE } from "@/lib/testing/payment-fixtures"
import { authorizeNow, openPaymentWorld, type PaymentWorld, sell } from "@/lib/testing/payment-world"
import { failed, openRemoteWorld, paid } from "@/lib/testing/remote-world"

let world: PaymentWorld
let remote: Awaited<ReturnType<typeof openRemoteWorld>>

beforeAll(async () => {
  world = await openPaymentWorld()
}, 30_000)
afterAll(() => world.stop())
beforeEach(async () => {
  remote = await openRemoteWorld(world)
})
afterEach(() => remote.close())

async function richPayer() {
  const payer = newPayer()
  await world.mint(payer.address)
  await world.approve(payer)
  return payer
}

async function sold(payer: Awaited<ReturnType<typeof richPayer>>) {
  const authorization = await authorizeNow(payer, { method: "permit2" })
  return { authorization, id: await sell(remote.ledger, authorization) }
}

test("the official facilitator of @x402/core and @x402/evm settles permits for us", async () => {
  const account = newPayer()
  await world.client.setBalance({ address: account.address, value: parseEther("1") })
  Object.assign(remote.fake, officialFacilitator(world, account))
  const settler = remote.openRemote()
  for (const sale of [await sold(await richPayer()), await sold(await richPayer())]) {
    expect(await settler.settle(sale)).toMatchObject({ kind: "settled" })
    expect((await world.usdcChain.preflight(sale.authorization)).used).toBe(true)
  }
  expect(await remote.income()).toBe(2n * PRICE)
  const forbidden = await richPayer()
  await world.approve(forbidden, 0n)
  const refused = { kind: "refused", reason: "permit2_allowance_required" }
  expect(await settler.settle(await sold(forbidden))).toEqual(refused)
})

test.each([
  ["never answers", null],
  ["says failed after sending", failed("invalid_exact_evm_transaction_failed")],
  ["says settled, in another transaction", paid(numberToHex(7, { size: 32 }))],
])("one that %s after the money moved: settled by the chain, asked once", async (_, reply) => {
  const sale = await sold(await richPayer())
  let transaction: string | null = null
  remote.fake.settle = async () => {
    transaction = await remote.send(sale.authorization)
    return reply
  }
  expect(await remote.openRemote().settle(sale)).toMatchObject({ kind: "settled", transaction })
  expect([await remote.stateOf(sale.id), remote.settleCalls()]).toEqual(["settled", 1])
})

test("one that lies about success delivers nothing: the same payer's other permit proves nothing", async () => {
  const payer = await richPayer()
  const first = await sold(payer)
  const transaction = await remote.send(first.authorization)
  await world.mint(payer.address)
  const second = await sold(payer)
  remote.fake.settle = () => paid(transaction)
  expect(await remote.openRemote({ waitMs: 300 }).settle(second)).toMatchObject({ kind: "pending" })
  expect([await remote.stateOf(second.id), await world.balanceOf(payer.address)]).toEqual(["sent", PRICE])
})

test("an outcome that nobody knows ends when the chain's time is past the deadline", async () => {
  const sale = await sold(await richPayer())
  const head = () => Promise.resolve({ blockNumber: 1n, timeS: sale.authorization.validBeforeS + 61 })
  const refused = { kind: "refused", reason: "permit2_deadline_expired" }
  expect(await remote.openRemote({ head }).settle(sale)).toEqual(refused)
})

test("what an earlier process handed over, and moved, is found by what the transaction says", async () => {
  const sale = await sold(await richPayer())
  await remote.handovers.begin(sale, remote.nowMs())
  const transaction = await remote.send(sale.authorization)
  await remote.openRemote().recover()
  await expect.poll(() => remote.stateOf(sale.id), { timeout: 5_000 }).toBe("settled")
  expect((await remote.ledger.find(sale.id))?.transaction).toBe(transaction)
})
