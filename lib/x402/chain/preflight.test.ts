import { setTimeout as sleep } from "node:timers/promises"
import { createClient, custom, encodeDeployData, type Hex, numberToHex, parseAbi } from "viem"
import { afterAll, beforeAll, expect, test } from "vitest"
import type { Authorization } from "@/lib/x402/ledger/payment"
import hostileWallet from "@/tools/sandbox/chain/artifacts/HostileWallet.json"
import { newPayer, PRICE } from "@/tools/testing/payments/fixtures"
import { authorizeNow, openPaymentSetup, type PaymentSetup, usdcChainAt } from "@/tools/testing/payments/payment-setup"
import { createPreflight } from "./preflight"

let setup: PaymentSetup

beforeAll(async () => {
  setup = await openPaymentSetup()
})

afterAll(() => setup.stop())

/** Payments of this many payers, each with a balance of exactly the price. */
async function payments(count: number): Promise<readonly Authorization[]> {
  const payers = Array.from({ length: count }, () => newPayer())
  await setup.mint(...payers.map(({ address }) => address))
  return Promise.all(payers.map((payer) => authorizeNow(payer)))
}

/** A payment by a wallet that burns all gas of its signature check. */
async function burner(): Promise<Authorization> {
  const { client, wallet } = setup
  const abi = parseAbi(["constructor(uint8 manner)"])
  const data = encodeDeployData({ abi, bytecode: hostileWallet.bytecode as Hex, args: [2] })
  const hash = await client.sendTransaction({ account: wallet, data })
  const { contractAddress } = await client.waitForTransactionReceipt({ hash })
  if (!contractAddress) throw new Error("The contract was not deployed.")
  await setup.mint(contractAddress)
  return { ...(await authorizeNow(newPayer())), from: contractAddress }
}

/** The results of concurrent preflights, and the number of requests to the node. */
async function preflightConcurrently(proofs: readonly Authorization[]) {
  let calls = 0
  const chain = usdcChainAt(setup.chain, setup.chain.rpcUrl, [], () => (calls += 1))
  const found = await Promise.all(proofs.map((proof) => chain.preflight(proof)))
  return { executes: found.map(({ executes }) => executes), found, calls }
}

test("a single payment costs one call, and its result has the payer's balance", async () => {
  const { found, calls } = await preflightConcurrently(await payments(1))
  const blockNumber = await setup.client.getBlockNumber()
  expect(found).toEqual([{ blockNumber, balance: PRICE, used: false, executes: true, deployment: "none" }])
  expect(calls).toBe(1)
})

test("a batch of 50 costs two calls", async () => {
  const { executes, calls } = await preflightConcurrently(await payments(50))
  expect(executes).toEqual(Array.from({ length: 50 }, () => true))
  expect(calls).toBe(2)
})

test("a payment that fails in a batch gets the same result as alone", async () => {
  const unfunded = await authorizeNow(newPayer())
  const [first, second, funded, ...others] = await payments(6)
  if (first === undefined || second === undefined || funded === undefined) throw new Error("six were asked for")
  const forged = { ...first, signature: second.signature }
  const { found } = await preflightConcurrently([...others, unfunded, forged, funded])
  const { found: alone } = await preflightConcurrently([unfunded])
  expect(found.map(({ executes }) => executes)).toEqual([true, true, true, false, false, true])
  expect(found[3]).toEqual(alone[0])
  expect(found[4]).toMatchObject({ balance: PRICE, used: false })
})

test("a batch of payers without balance costs no more calls than a batch of payers with balance", async () => {
  const proofs = await Promise.all(Array.from({ length: 50 }, () => authorizeNow(newPayer())))
  const { found, calls } = await preflightConcurrently(proofs)
  expect(found.every(({ balance, executes }) => balance === 0n && !executes)).toBe(true)
  expect(calls).toBe(2)
})

test("in a batch each payment of a payer sees the payer's whole balance", async () => {
  const payer = newPayer()
  await setup.mint(payer.address, payer.address, payer.address)
  const ofOnePayer = await Promise.all([1, 2, 3].map(() => authorizeNow(payer)))
  const { found, calls } = await preflightConcurrently([...(await payments(3)), ...ofOnePayer])
  expect(found.map(({ balance }) => balance / PRICE)).toEqual([1n, 1n, 1n, 3n, 3n, 3n])
  expect(calls).toBe(1)
})

test("each of a payer's payments passes when its balance covers one", async () => {
  const payer = newPayer()
  await setup.mint(payer.address)
  const both = await Promise.all([1, 2, 3, 4].map(() => authorizeNow(payer)))
  expect((await preflightConcurrently(both)).executes).toEqual([true, true, true, true])
})

test("a wallet that burns the gas of its batch does not fail the other payments", async () => {
  const honest = await payments(8)
  const hostile = await burner()
  const { executes } = await preflightConcurrently([...honest.slice(0, 3), hostile, ...honest.slice(3)])
  expect(executes).toEqual([true, true, true, false, true, true, true, true, true])
})

/** Concurrent preflights of different proofs on a node that fails each call with this error. */
async function failConcurrently(
  count: number,
  { error, isolated }: { readonly error: Error; readonly isolated: boolean },
) {
  const seen = { calls: 0, running: 0, most: 0 }
  const request = async () => {
    seen.calls += 1
    seen.running += 1
    seen.most = Math.max(seen.most, seen.running)
    await sleep(1)
    seen.running -= 1
    throw error
  }
  const client = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  const preflight = createPreflight({ client, usdc: setup.chain.usdcAddress, isKnown: () => false })
  const proof = await authorizeNow(newPayer())
  const proofs = Array.from({ length: count }, (_, n) => ({ ...proof, nonce: numberToHex(n + 1, { size: 32 }) }))
  const found = await Promise.allSettled(proofs.map((one) => preflight(one, isolated)))
  expect(found.every(({ status }) => status === "rejected")).toBe(true)
  return seen
}

const overLimit = (code: number) => Object.assign(new Error("over rate limit"), { code })

test.each([-32_005, -32_007, -32_016, 429])(
  "a batch that the node's rate limit (%i) refuses is not split into single calls",
  async (code) => {
    expect((await failConcurrently(50, { error: overLimit(code), isolated: false })).calls).toBe(2)
    expect((await failConcurrently(1, { error: overLimit(code), isolated: false })).calls).toBe(1)
  },
)

test("proofs without a key's signature are checked at most 8 at a time, and at most 200 are queued", async () => {
  const { calls, most } = await failConcurrently(1_000, { error: new Error("silent"), isolated: true })
  expect(most).toBe(8)
  expect(calls).toBe(200)
})
