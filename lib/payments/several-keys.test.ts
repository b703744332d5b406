import { generatePrivateKey } from "viem/accounts"
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest"
import { type SettlementAccount, settlementAccount } from "@/lib/chain/settlement-account"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import type { Ledger } from "@/lib/ledger/ledger"
import { PRICE, terms } from "@/lib/testing/payment-fixtures"
import { openLedger, openPaymentWorld, openSettler, type PaymentWorld, sellTo } from "@/lib/testing/payment-world"
import type { ChainSettlerOptions } from "./chain-settler"
import { createSettlementFunds } from "./settlement-funds"

const GAS_MONEY = 10n ** 18n

let world: PaymentWorld
let ledger: Ledger
let accounts: readonly [SettlementAccount, SettlementAccount]
let incomeBefore: bigint

beforeAll(async () => {
  world = await openPaymentWorld()
}, 30_000)
afterAll(() => world.stop())
beforeEach(async () => {
  ledger = await openLedger()
  accounts = [settlementAccount(generatePrivateKey()), settlementAccount(generatePrivateKey())]
  for (const { address } of accounts) await world.client.setBalance({ address, value: GAS_MONEY })
  incomeBefore = await world.balanceOf(terms.payTo)
})

const income = async () => (await world.balanceOf(terms.payTo)) - incomeBefore
const sent = () => Promise.all(accounts.map((account) => world.client.getTransactionCount(account)))

/** The funds as they are on the chain, read as often as anybody asks. */
function open(changes: Partial<ChainSettlerOptions> = {}) {
  let nowMs = 0
  const funds = createSettlementFunds({
    chain: world.usdcChain,
    addresses: accounts.map(({ address }) => address),
    alarmBatches: 1,
    clock: () => (nowMs += 60_000),
    log: () => undefined,
  })
  return { funds, settler: openSettler(world, ledger, { accounts, funds, ...changes }) }
}

async function settleInTurn(settler: ReturnType<typeof openSettler>, count: number) {
  const kinds: string[] = []
  for (const sale of await sellTo(world, ledger, count)) kinds.push((await settler.settle(sale)).kind)
  return kinds
}

test("they take turns, each with nonces of its own", async () => {
  const { settler } = open()
  expect(await settleInTurn(settler, 4)).toEqual(["settled", "settled", "settled", "settled"])
  expect(await sent()).toEqual([2, 2])
  expect(await income()).toBe(4n * PRICE)
})

test("one that runs out of gas is passed over; when both have, nothing is sent until there is gas again", async () => {
  const [poor, rich] = accounts
  const { settler, funds } = open()
  await world.client.setBalance({ address: poor.address, value: 1n })
  await funds.refresh()
  expect(await settleInTurn(settler, 2)).toEqual(["settled", "settled"])
  expect(await sent()).toEqual([0, 2])

  await world.client.setBalance({ address: rich.address, value: 1n })
  await funds.refresh()
  expect(funds.status().state).toBe("empty")
  const [sale] = await sellTo(world, ledger, 1)
  if (!sale) throw new Error("Nothing was sold.")
  expect(await settler.settle(sale)).toMatchObject({ kind: "unsent", cause: { name: "OutOfGasError" } })
  expect((await ledger.find(sale.id))?.state, "it can go out later").toBe("answered")

  await world.client.setBalance({ address: poor.address, value: GAS_MONEY })
  await funds.refresh()
  expect((await settler.settle(sale)).kind).toBe("settled")
  expect(await income()).toBe(3n * PRICE)
})

test("one whose transactions nobody mines is passed over, and what it carries is not lost", async () => {
  const [deaf] = accounts
  let isDeaf = true
  const chain: UsdcChain = {
    ...world.usdcChain,
    // Nobody hears the first account.
    broadcast: async (raw) => {
      const pending = await ledger.pendingTransactions(deaf.address)
      return isDeaf && pending.some((one) => one.raw === raw) ? null : world.usdcChain.broadcast(raw)
    },
  }
  const { settler } = open({ chain, waitMs: 100, replaceAfterMs: 2_000 })
  const [lost] = await sellTo(world, ledger, 1)
  if (!lost) throw new Error("Nothing was sold.")
  expect((await settler.settle(lost)).kind).toBe("pending")
  await expect.poll(() => settler.status().stuckKeys, { timeout: 5_000 }).toBe(1)
  const sales = await sellTo(world, ledger, 3)
  for (const sale of sales) await settler.settle(sale)
  await expect.poll(income).toBe(3n * PRICE)
  expect(await sent()).toEqual([0, 3])
  isDeaf = false
  await expect.poll(income, { timeout: 5_000 }).toBe(4n * PRICE)
  await expect.poll(() => settler.status().stuckKeys).toBe(0)
})

test("a process that comes after takes up what each of them has on its way", async () => {
  const chain: UsdcChain = { ...world.usdcChain, broadcast: () => Promise.resolve(null) }
  const { settler: before } = open({ chain, waitMs: 100 })
  expect(await settleInTurn(before, 2)).toEqual(["pending", "pending"])
  await before.stop()
  expect(await sent()).toEqual([0, 0])
  await open().settler.recover()
  await expect.poll(income, { timeout: 5_000 }).toBe(2n * PRICE)
  expect(await sent()).toEqual([1, 1])
})
