import { expect, test } from "vitest"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import { newPayer } from "@/lib/testing/payments/fixtures"
import { authorizeNow, sell } from "@/lib/testing/payments/world"
import { remoteHarness } from "@/lib/testing/payments/remote-harness"

const stage = remoteHarness()

/* A facilitator that settles but does not answer, and a node that lags behind the chain. */

async function sold() {
  const payer = newPayer()
  await stage.world.mint(payer.address)
  const authorization = await authorizeNow(payer)
  return { authorization, id: await sell(stage.remote.ledger, authorization) }
}

const untilState = (id: string, state: string) => expect.poll(() => stage.remote.stateOf(id)).toBe(state)

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
    return isBehind ? search() : stage.world.usdcChain.findTransfer(...question)
  }
  stage.remote.fake.settle = async () => {
    transaction = await stage.remote.send(sale.authorization)
    return null
  }
  const settler = stage.remote.openRemote({ chain: { ...stage.world.usdcChain, findTransfer }, waitMs: 300 })
  expect(await settler.settle(sale)).toMatchObject({ kind: "pending" })
  await expect.poll(() => searches).toBeGreaterThan(1)
  expect(await stage.remote.stateOf(sale.id)).toBe("sent")
  isBehind = false
  await untilState(sale.id, "settled")
  expect([(await stage.remote.ledger.find(sale.id))?.transaction, stage.remote.settleCalls()]).toEqual([transaction, 1])
})

test.each([
  ["the authorization has expired", () => null, 61],
  ["the facilitator answers 429", () => ({ status: 429, body: "slow down" }), -200],
])("a payment stays pending while the node lags, when %s", async (_, reply, lateS) => {
  const sale = await sold()
  const before = await stage.world.usdcChain.preflight(sale.authorization)
  let isBehind = true
  let looks = 0
  const preflight: UsdcChain["preflight"] = async (proof) => {
    looks += 1
    return isBehind ? before : stage.world.usdcChain.preflight(proof)
  }
  stage.remote.fake.settle = async () => {
    await stage.remote.send(sale.authorization)
    return reply()
  }
  const head = async () => ({
    blockNumber: await stage.world.client.getBlockNumber({ cacheTime: 0 }),
    timeS: sale.authorization.validBeforeS + lateS,
  })
  const settler = stage.remote.openRemote({ chain: { ...stage.world.usdcChain, preflight }, head, waitMs: 300 })
  expect(await settler.settle(sale)).toMatchObject({ kind: "pending" })
  await expect.poll(() => looks).toBeGreaterThan(4)
  expect(await stage.remote.stateOf(sale.id)).toBe("sent")
  isBehind = false
  await untilState(sale.id, "settled")
})
