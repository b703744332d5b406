import { createClient, custom, numberToHex } from "viem"
import { afterAll, beforeAll, expect, test } from "vitest"
import { z } from "zod"
import type { Authorization } from "@/lib/x402/ledger/payment"
import { newPayer, terms, tokenDomain } from "@/tools/testing/payments/fixtures"
import { authorizeNow, openPaymentSetup, type PaymentSetup } from "@/tools/testing/payments/payment-setup"
import { cancelWith } from "@/tools/testing/payments/token-calls"
import { createUsdcChain, type UsdcChain } from "./usdc-chain"

let setup: PaymentSetup

beforeAll(async () => {
  setup = await openPaymentSetup()
})
afterAll(() => setup.stop())

const nowS = async () => Number((await setup.client.getBlock()).timestamp)

/** The chain after this many further empty blocks of two seconds. */
async function later(blocks: number, onAsked: (method: string) => void = () => undefined): Promise<UsdcChain> {
  const { client, chain } = setup
  const head = await client.getBlock()
  const request = async ({ method, params }: { readonly method: string; readonly params?: unknown }) => {
    const [first] = z.array(z.unknown()).parse(params ?? [])
    onAsked(method)
    if (method === "eth_blockNumber") return numberToHex(head.number + BigInt(blocks))
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
  await setup.mint(payer.address)
  const validBeforeS = (await nowS()) + 300
  const authorization = await authorizeNow(payer, { validBeforeS, ...changes })
  const hash = await send(setup.usdcChain.settlementCall([authorization]))
  return { payer, authorization, hash }
}

async function send(call: { readonly to: `0x${string}`; readonly data: `0x${string}` }): Promise<`0x${string}`> {
  const hash = await setup.client.sendTransaction({ account: setup.wallet, ...call })
  const { status } = await setup.client.waitForTransactionReceipt({ hash })
  expect(status).toBe("success")
  return hash
}

test("a transfer of three hours ago is found by a search page by page", async () => {
  const sinceS = await nowS()
  const { authorization, hash } = await paid({ validBeforeS: sinceS + 14_400 })
  let questions = 0
  const chain = await later(5_400, (method) => (questions += method === "eth_getLogs" ? 1 : 0))
  expect(await chain.findTransfer(authorization, sinceS)).toMatchObject({
    transfer: { transaction: hash },
    isCertain: true,
  })
  expect(questions).toBe(3)
})

test.each([
  ["a month", 1_296_000],
  ["a year", 15_768_000],
])("for a proof that expired %s ago, only the blocks of its validity are searched", async (_, blocks) => {
  const sinceS = await nowS()
  const { authorization, hash } = await paid()
  const unused = await authorizeNow(newPayer(), { validBeforeS: authorization.validBeforeS })
  let questions = 0
  const chain = await later(blocks, () => (questions += 1))
  expect(await chain.findTransfer(authorization, sinceS - 10_000)).toMatchObject({ transfer: { transaction: hash } })
  expect(questions).toBeLessThanOrEqual(20)
  questions = 0
  expect(await chain.findTransfer(unused, sinceS - 10_000)).toEqual({ transfer: null, isCertain: false })
  expect(questions).toBeLessThanOrEqual(20)
})

test("a search that starts after the transfer finds nothing and is not certain", async () => {
  const { authorization } = await paid()
  const chain = await later(2_500)
  expect(await chain.findTransfer(authorization, (await nowS()) + 4_000)).toEqual({ transfer: null, isCertain: false })
})

async function cancelled(changes: Partial<Authorization> = {}): Promise<Authorization> {
  const payer = newPayer()
  const authorization = await authorizeNow(payer, changes)
  const signature = await payer.signTypedData({
    domain: tokenDomain,
    types: {
      CancelAuthorization: [
        { name: "authorizer", type: "address" },
        { name: "nonce", type: "bytes32" },
      ],
    },
    primaryType: "CancelAuthorization",
    message: { authorizer: authorization.from, nonce: authorization.nonce },
  })
  const call = cancelWith.bytes({ ...authorization, validAfter: 0n, validBefore: 0n }, signature)
  await send({ to: terms.asset, data: call })
  return authorization
}

test("for a proof that was cancelled, or used for another payee, the search is certain that it did not pay", async () => {
  const sinceS = await nowS()
  const redirected = await paid({ to: newPayer().address.toLowerCase() as `0x${string}` })
  const meant = { ...redirected.authorization, to: terms.payTo }
  for (const transfer of [await cancelled(), meant]) {
    expect(await setup.usdcChain.findTransfer(transfer, sinceS)).toEqual({ transfer: null, isCertain: true })
  }
})

test("a proof that was cancelled long after its expiry is found by a search of all later blocks", async () => {
  const endS = (await nowS()) - 86_400
  const proof = await cancelled({ validAfterS: 0, validBeforeS: endS })
  const chain = await later(10_000)
  const unknown = { transfer: null, isCertain: false }
  expect(await chain.findTransfer(proof, endS - 10_000)).toEqual(unknown)
  expect(await chain.findTransfer(proof, endS - 10_000, Number.POSITIVE_INFINITY)).toEqual({
    ...unknown,
    isCertain: true,
  })
})

test("an unused proof has no transfer on the chain", async () => {
  const sinceS = await nowS()
  expect(await setup.usdcChain.findTransfer(await authorizeNow(newPayer()), sinceS)).toEqual({
    transfer: null,
    isCertain: false,
  })
})
