import { createClient, custom, numberToHex, pad, toEventSelector } from "viem"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import type { Authorization } from "@/lib/ledger/payment"
import { cancelWith } from "@/lib/sandbox/chain/token-calls"
import { newPayer, terms, tokenDomain } from "@/lib/testing/payment-fixtures"
import { authorizeNow, openPaymentWorld, type PaymentWorld } from "@/lib/testing/payment-world"
import { createUsdcChain, type UsdcChain } from "./usdc-chain"

let world: PaymentWorld

beforeAll(async () => {
  world = await openPaymentWorld()
})
afterAll(() => world.stop())

const nowS = async () => Number((await world.client.getBlock()).timestamp)

/** The chain some blocks later, all of them empty, at the pace of Base. */
async function later(blocks: number, onLogs: () => void = () => undefined): Promise<UsdcChain> {
  const { client, chain } = world
  const head = await client.getBlock()
  const request = async ({ method, params }: { readonly method: string; readonly params?: unknown }) => {
    const [first] = z.array(z.unknown()).parse(params ?? [])
    if (method === "eth_blockNumber") return numberToHex(head.number + BigInt(blocks))
    if (method === "eth_getLogs") onLogs()
    if (method === "eth_getLogs" && BigInt(Range.parse(first).fromBlock) > head.number) return []
    const distance = method === "eth_getBlockByNumber" ? BigInt(z.string().parse(first)) - head.number : 0n
    if (distance > 0n) return { number: first, timestamp: numberToHex(head.timestamp + 2n * distance) }
    return client.transport.request({ method, params })
  }
  const at = createClient({ transport: custom({ request }, { retryCount: 0 }) })
  return createUsdcChain({ client: at, usdc: chain.usdcAddress, factories: [] })
}

const Range = z.object({ fromBlock: z.string() })

async function paid(changes: Partial<Authorization> = {}) {
  const payer = newPayer()
  await world.mint(payer.address)
  const validBeforeS = (await nowS()) + 300
  const authorization = await authorizeNow(payer, { validBeforeS, ...changes })
  const hash = await send(world.usdcChain.settlementCall([authorization]))
  return { payer, authorization, hash }
}

async function send(call: { readonly to: `0x${string}`; readonly data: `0x${string}` }): Promise<`0x${string}`> {
  const hash = await world.client.sendTransaction({ account: world.wallet, ...call })
  const { status } = await world.client.waitForTransactionReceipt({ hash })
  expect(status).toBe("success")
  return hash
}

test("a transfer of three hours ago is found by who looks so far back, one page after another", async () => {
  const sinceS = await nowS()
  const { authorization, hash } = await paid()
  let questions = 0
  const chain = await later(5_400, () => (questions += 1))
  expect(await chain.findTransfer(authorization, sinceS)).toMatchObject({
    transfer: { transaction: hash },
    isCertain: true,
  })
  expect(questions).toBe(3)
})

test("who does not look so far back has seen nothing, which proves nothing", async () => {
  const { authorization } = await paid()
  const chain = await later(2_500)
  expect(await chain.findTransfer(authorization, (await nowS()) + 4_000)).toEqual({ transfer: null, isCertain: false })
})

test("a proof that was cancelled, or used for another payee, was certainly not paid", async () => {
  const sinceS = await nowS()
  const payer = newPayer()
  const cancelled = await authorizeNow(payer)
  const signature = await payer.signTypedData({
    domain: tokenDomain,
    types: {
      CancelAuthorization: [
        { name: "authorizer", type: "address" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "CancelAuthorization",
    message: { authorizer: cancelled.from, nonce: cancelled.nonce },
  })
  await send({ to: terms.asset, data: cancelWith.bytes({ ...cancelled, validAfter: 0n, validBefore: 0n }, signature) })
  const redirected = await paid({ to: newPayer().address.toLowerCase() as `0x${string}` })
  const meant = { ...redirected.authorization, to: terms.payTo }
  for (const transfer of [cancelled, meant]) {
    expect(await world.usdcChain.findTransfer(transfer, sinceS)).toEqual({ transfer: null, isCertain: true })
  }
})

test("a proof that nobody used has left no trace", async () => {
  const sinceS = await nowS()
  expect(await world.usdcChain.findTransfer(await authorizeNow(newPayer()), sinceS)).toEqual({
    transfer: null,
    isCertain: false,
  })
})

test("among too many payments of one price a permit's may be one that was not looked at", async () => {
  const payer = newPayer()
  const permit = await authorizeNow(payer, { method: "permit2" })
  const event = toEventSelector("Transfer(address,address,uint256)")
  const [from, to] = [pad(permit.from), pad(permit.to)]
  const paidBefore = (count: number) =>
    createClient({
      transport: custom({
        request: async ({ method, params }) => {
          if (method === "eth_blockNumber") return "0x64"
          const hashes = Array.from({ length: count }, (_, index) => numberToHex(index + 1, { size: 32 }))
          const at = { address: terms.asset, topics: [event, from, to], data: numberToHex(permit.value, { size: 32 }) }
          if (method === "eth_getLogs") {
            return hashes.map((transactionHash) => ({ ...at, transactionHash, blockNumber: "0x1", logIndex: "0x0" }))
          }
          return { transactionHash: z.array(z.string()).parse(params)[0], blockNumber: "0x1", logs: [] }
        },
      }),
    })
  const searched = (count: number) =>
    createUsdcChain({ client: paidBefore(count), usdc: terms.asset, factories: [] }).findTransfer(permit, 0)
  expect(await searched(3)).toEqual({ transfer: null, isCertain: true })
  expect(await searched(80)).toEqual({ transfer: null, isCertain: false })
})
