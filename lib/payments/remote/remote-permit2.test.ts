import { numberToHex, parseEther } from "viem"
import { expect, test } from "vitest"
import { officialFacilitator } from "@/lib/testing/payments/fake-facilitator"
import { newPayer, PRICE } from "@/lib/testing/payments/fixtures"
import { authorizeNow, sell } from "@/lib/testing/payments/world"
import { remoteStage } from "@/lib/testing/payments/remote-stage"
import { failed, paid } from "@/lib/testing/payments/remote-world"

const stage = remoteStage()

async function richPayer() {
  const payer = newPayer()
  await stage.world.mint(payer.address)
  await stage.world.approve(payer)
  return payer
}

async function sold(payer: Awaited<ReturnType<typeof richPayer>>) {
  const authorization = await authorizeNow(payer, { method: "permit2" })
  return { authorization, id: await sell(stage.remote.ledger, authorization) }
}

test("the official facilitator of @x402/core and @x402/evm settles permits for us", async () => {
  const account = newPayer()
  await stage.world.client.setBalance({ address: account.address, value: parseEther("1") })
  Object.assign(stage.remote.fake, officialFacilitator(stage.world, account))
  const settler = stage.remote.openRemote()
  for (const sale of [await sold(await richPayer()), await sold(await richPayer())]) {
    expect(await settler.settle(sale)).toMatchObject({ kind: "settled" })
    expect((await stage.world.usdcChain.preflight(sale.authorization)).used).toBe(true)
  }
  expect(await stage.remote.income()).toBe(2n * PRICE)
  const forbidden = await richPayer()
  await stage.world.approve(forbidden, 0n)
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
  stage.remote.fake.settle = async () => {
    transaction = await stage.remote.send(sale.authorization)
    return reply
  }
  expect(await stage.remote.openRemote().settle(sale)).toMatchObject({ kind: "settled", transaction })
  expect([await stage.remote.stateOf(sale.id), stage.remote.settleCalls()]).toEqual(["settled", 1])
})

test("one that lies about success delivers nothing: the same payer's other permit proves nothing", async () => {
  const payer = await richPayer()
  const first = await sold(payer)
  const transaction = await stage.remote.send(first.authorization)
  await stage.world.mint(payer.address)
  const second = await sold(payer)
  stage.remote.fake.settle = () => paid(transaction)
  expect(await stage.remote.openRemote({ waitMs: 300 }).settle(second)).toMatchObject({ kind: "pending" })
  await expect.poll(() => stage.remote.stateOf(second.id)).toBe("sent")
  expect(await stage.world.balanceOf(payer.address)).toBe(PRICE)
})

test("an outcome that nobody knows ends when the chain's time is past the deadline", async () => {
  const sale = await sold(await richPayer())
  const head = () => Promise.resolve({ blockNumber: 1n, timeS: sale.authorization.validBeforeS + 61 })
  const refused = { kind: "refused", reason: "permit2_deadline_expired" }
  expect(await stage.remote.openRemote({ head }).settle(sale)).toEqual(refused)
})

test("what an earlier process handed over, and moved, is found by what the transaction says", async () => {
  const sale = await sold(await richPayer())
  await stage.remote.handovers.begin(sale, stage.remote.nowMs())
  const transaction = await stage.remote.send(sale.authorization)
  await stage.remote.openRemote().recover()
  await expect.poll(() => stage.remote.stateOf(sale.id)).toBe("settled")
  expect((await stage.remote.ledger.find(sale.id))?.transaction).toBe(transaction)
})
