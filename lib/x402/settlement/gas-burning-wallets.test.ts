import type { Hex } from "viem"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { deployBurner, deployWallet } from "@/tools/testing/payments/deploy-wallet"
import { newPayer } from "@/tools/testing/payments/fixtures"
import { settlementHarness } from "@/tools/testing/payments/settlement-harness"
import { authorizeNow, openSettler, queueForSettlement, queueSales } from "@/tools/testing/payments/payment-setup"
import type { Settler } from "./settler"

const harness = settlementHarness()

/*
 * Smart wallets. The hostile ones pass the simulation and burn all gas of the settlement transaction. Their signatures are
 * longer than a key's, so each of their payments gets 600,000 gas.
 */

let settler: Settler
beforeEach(() => {
  settler = openSettler(harness.setup, harness.ledger, { waitMs: 20_000 })
})
afterEach(() => settler.stop())

async function sellToWallet(from: Hex, count: number, owner = newPayer(), tail = "00") {
  const proofs = await Promise.all(Array.from({ length: count }, () => authorizeNow(owner, { from })))
  return Promise.all(
    proofs.map(async (proof) => {
      const authorization = { ...proof, signature: `${proof.signature}${tail}` as Hex }
      return { authorization, id: await queueForSettlement(harness.ledger, authorization) }
    }),
  )
}

/** The gas of each settlement transaction after a block. */
async function gasSince(block: bigint): Promise<readonly number[]> {
  const { client, account } = harness.setup
  const used: number[] = []
  const newest = await client.getBlockNumber({ cacheTime: 0 })
  for (let blockNumber = block + 1n; blockNumber <= newest; blockNumber += 1n) {
    const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true })
    const own = transactions.filter(({ from }) => from === account.address.toLowerCase())
    for (const { hash } of own) used.push(Number((await client.getTransactionReceipt({ hash })).gasUsed))
  }
  return used
}

test("a new wallet that burns gas costs two transactions and does not delay other payments", async () => {
  const { client, wallet } = harness.setup
  // Deployed first, because the settler's account deploys them and uses nonces.
  const gasBurners = [
    await deployBurner(client, wallet),
    await deployBurner(client, wallet),
    await deployBurner(client, wallet),
  ]
  await harness.setup.mint(...gasBurners)
  for (const from of gasBurners) {
    const hostile = await sellToWallet(from, 24)
    const [honest] = await queueSales(harness.setup, harness.ledger, 1)
    if (!honest) throw new Error("Nothing was sold.")
    const before = await client.getBlockNumber({ cacheTime: 0 })
    const settling = hostile.map((sale) => settler.settle(sale))
    const concurrent = await settler.settle(honest)
    const kinds = (await Promise.all(settling)).map(({ kind }) => kind)
    expect(kinds).toEqual(hostile.map(() => "refused"))
    const gas = await gasSince(before)
    expect(gas, "one for the honest payment, two for the wallet").toHaveLength(3)
    expect(gas.reduce((sum, one) => sum + one)).toBeLessThan(1_500_000)
    if (concurrent.kind !== "settled") throw new Error(`The honest payment is ${concurrent.kind}.`)
    const { nonce } = await client.getTransaction({ hash: concurrent.transaction })
    const first = (await client.getTransactionCount({ address: harness.setup.account.address })) - gas.length
    expect(nonce - first, "it shares no transaction with the wallet, and is sent once").toBeLessThan(2)
    for (const { id } of hostile) expect(await harness.ledger.find(id)).toMatchObject({ state: "refused" })
  }
}, 60_000)

test("keys that get code in the block use their own gas only, and the payments beside them are settled at once", async () => {
  const { client, wallet, usdcChain } = harness.setup
  const code = await client.getCode({ address: await deployBurner(client, wallet) })
  const sales = await queueSales(harness.setup, harness.ledger, 12)
  const hostile = sales.slice(0, 8)
  const broadcast: UsdcChain["broadcast"] = async (...sent) => {
    for (const { payer } of hostile) await client.setCode({ address: payer.address, bytecode: code ?? "0x" })
    return usdcChain.broadcast(...sent)
  }
  const before = await client.getBlockNumber({ cacheTime: 0 })
  const delegated = openSettler({ ...harness.setup, usdcChain: { ...usdcChain, broadcast } }, harness.ledger)
  const kinds = (await Promise.all(sales.map((sale) => delegated.settle(sale)))).map(({ kind }) => kind)
  await delegated.stop()
  expect(kinds).toEqual(sales.map((sale) => (hostile.includes(sale) ? "refused" : "settled")))
  const gas = await gasSince(before)
  expect(gas, "no payment is sent again").toHaveLength(1)
  // A key pays at least 12,500 gas for its code and 45,000 for its USDC.
  expect(gas[0]).toBeLessThan(8 * 110_000 + 4 * 70_000)
}, 30_000)

test("a wallet that has paid once and then burns gas costs less than 3.5 million gas for 24 payments", async () => {
  const { client, wallet } = harness.setup
  const gasBurner = await deployBurner(client, wallet)
  const owner = newPayer()
  const from = await deployWallet(client, wallet, owner.address)
  await harness.setup.mint(from)
  const [good] = await sellToWallet(from, 1, owner, "")
  expect(good && (await settler.settle(good))).toMatchObject({ kind: "settled" })
  await client.setCode({ address: from, bytecode: (await client.getCode({ address: gasBurner })) ?? "0x" })
  await harness.setup.mint(from)
  const hostile = await sellToWallet(from, 24)
  const before = await client.getBlockNumber({ cacheTime: 0 })
  const outcomes = await Promise.all(hostile.map((sale) => settler.settle(sale)))
  expect(outcomes.map(({ kind }) => kind)).toEqual(hostile.map(() => "refused"))
  expect((await gasSince(before)).reduce((sum, one) => sum + one)).toBeLessThan(3_500_000)
}, 60_000)

test("a new smart wallet pays for five purchases at once in two transactions", async () => {
  const { client, wallet } = harness.setup
  const owner = newPayer()
  const from = await deployWallet(client, wallet, owner.address)
  for (const _ of [1, 2, 3, 4, 5]) await harness.setup.mint(from)
  const sales = await sellToWallet(from, 5, owner, "")
  const before = await client.getBlockNumber({ cacheTime: 0 })
  const outcomes = await Promise.all(sales.map((sale) => settler.settle(sale)))
  expect(outcomes.map(({ kind }) => kind)).toEqual(sales.map(() => "settled"))
  expect((await gasSince(before)).length).toBe(2)
}, 30_000)
