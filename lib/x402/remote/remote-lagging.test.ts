import { expect, test } from "vitest"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { newPayer } from "@/tools/testing/payments/fixtures"
import { authorizeNow, queueForSettlement } from "@/tools/testing/payments/payment-setup"
import { remoteHarness } from "@/tools/testing/payments/remote-harness"

const harness = remoteHarness()

/* A facilitator that settles but does not answer, and a node that lags behind the chain. */

async function sold() {
  const payer = newPayer()
  await harness.setup.mint(payer.address)
  const authorization = await authorizeNow(payer)
  return { authorization, id: await queueForSettlement(harness.remote.ledger, authorization) }
}

const untilState = (id: string, state: string) => expect.poll(() => harness.remote.stateOf(id)).toBe(state)

test.each([
  ["finds no transfer", async () => ({ transfer: null, isCertain: false })],
  ["cannot search", () => Promise.reject(new Error("missing trie node"))],
] as const)("a spent authorization is not refused while the node %s", async (_, search) => {
  const sale = await sold()
  let transaction: string | null = null
  let isBehind = true
  let searches = 0
  const findTransfer: UsdcChain["findTransfer"] = (...question) => {
    searches += 1
    return isBehind ? search() : harness.setup.usdcChain.findTransfer(...question)
  }
  harness.remote.fake.settle = async () => {
    transaction = await harness.remote.send(sale.authorization)
    return null
  }
  const settler = harness.remote.openRemote({ chain: { ...harness.setup.usdcChain, findTransfer }, waitMs: 300 })
  expect(await settler.settle(sale)).toMatchObject({ kind: "pending" })
  await expect.poll(() => searches).toBeGreaterThan(1)
  expect(await harness.remote.stateOf(sale.id)).toBe("sent")
  isBehind = false
  await untilState(sale.id, "settled")
  expect([(await harness.remote.ledger.find(sale.id))?.transaction, harness.remote.settleCalls()]).toEqual([
    transaction,
    1,
  ])
})

test.each([
  ["the authorization has expired", () => null, 61],
  ["the facilitator answers 429", () => ({ status: 429, body: "slow down" }), -200],
])("a payment stays pending while the node lags, when %s", async (_, reply, lateS) => {
  const sale = await sold()
  const before = await harness.setup.usdcChain.preflight(sale.authorization)
  let isBehind = true
  let looks = 0
  const preflight: UsdcChain["preflight"] = async (proof) => {
    looks += 1
    return isBehind ? before : harness.setup.usdcChain.preflight(proof)
  }
  harness.remote.fake.settle = async () => {
    await harness.remote.send(sale.authorization)
    return reply()
  }
  const head = async () => ({
    blockNumber: await harness.setup.client.getBlockNumber({ cacheTime: 0 }),
    timeS: sale.authorization.validBeforeS + lateS,
  })
  const settler = harness.remote.openRemote({ chain: { ...harness.setup.usdcChain, preflight }, head, waitMs: 300 })
  expect(await settler.settle(sale)).toMatchObject({ kind: "pending" })
  await expect.poll(() => looks).toBeGreaterThan(4)
  expect(await harness.remote.stateOf(sale.id)).toBe("sent")
  isBehind = false
  await untilState(sale.id, "settled")
})
