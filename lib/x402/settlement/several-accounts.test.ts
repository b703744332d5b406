import { generatePrivateKey } from "viem/accounts"
import { beforeEach, expect, test } from "vitest"
import { type SettlementAccount, settlementAccount } from "@/lib/x402/chain/settlement-account"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { PRICE } from "@/tools/testing/payments/fixtures"
import { openSettler, queueSales } from "@/tools/testing/payments/payment-setup"
import { settlementHarness } from "@/tools/testing/payments/settlement-harness"
import type { ChainSettlerOptions } from "./chain-settler"
import { createSettlementFunds } from "./settlement-funds"

const harness = settlementHarness()

const GAS_MONEY = 10n ** 18n

let accounts: readonly [SettlementAccount, SettlementAccount]

beforeEach(async () => {
  accounts = [settlementAccount(generatePrivateKey()), settlementAccount(generatePrivateKey())]
  for (const { address } of accounts) await harness.setup.client.setBalance({ address, value: GAS_MONEY })
})

const sent = () => Promise.all(accounts.map((account) => harness.setup.client.getTransactionCount(account)))

/** A settler whose funds are read from the chain at each request. */
function open(changes: Partial<ChainSettlerOptions> = {}) {
  let nowMs = 0
  const funds = createSettlementFunds({
    chain: harness.setup.usdcChain,
    addresses: accounts.map(({ address }) => address),
    alarmBatches: 1,
    maxFeePerGas: 10n ** 12n,
    clock: () => (nowMs += 60_000),
    log: () => undefined,
  })
  return { funds, settler: openSettler(harness.setup, harness.ledger, { accounts, funds, ...changes }) }
}

async function settleInTurn(settler: ReturnType<typeof openSettler>, count: number) {
  const kinds: string[] = []
  for (const sale of await queueSales(harness.setup, harness.ledger, count))
    kinds.push((await settler.settle(sale)).kind)
  return kinds
}

test("two settler accounts take turns, each with nonces of its own", async () => {
  const { settler } = open()
  expect(await settleInTurn(settler, 4)).toEqual(["settled", "settled", "settled", "settled"])
  expect(await sent()).toEqual([2, 2])
  expect(await harness.income()).toBe(4n * PRICE)
})

test("an account without gas is skipped; when both lack gas, no payment is sent until one is funded", async () => {
  const [poor, rich] = accounts
  const { settler, funds } = open()
  await harness.setup.client.setBalance({ address: poor.address, value: 1n })
  await funds.refresh()
  expect(await settleInTurn(settler, 2)).toEqual(["settled", "settled"])
  expect(await sent()).toEqual([0, 2])

  await harness.setup.client.setBalance({ address: rich.address, value: 1n })
  await funds.refresh()
  expect(funds.status().state).toBe("empty")
  const [sale] = await queueSales(harness.setup, harness.ledger, 1)
  if (!sale) throw new Error("Nothing was sold.")
  expect(await settler.settle(sale)).toMatchObject({ kind: "unsent", cause: { name: "OutOfGasError" } })
  expect((await harness.ledger.find(sale.id))?.state, "it can go out later").toBe("answered")

  await harness.setup.client.setBalance({ address: poor.address, value: GAS_MONEY })
  await funds.refresh()
  expect((await settler.settle(sale)).kind).toBe("settled")
  expect(await harness.income()).toBe(3n * PRICE)
})

test("an account whose transactions are not mined is skipped, and its payments are not lost", async () => {
  const [deaf] = accounts
  let isDeaf = true
  const chain: UsdcChain = {
    ...harness.setup.usdcChain,
    // The first account's transactions get lost.
    broadcast: async (raw) => {
      const pending = await harness.ledger.pendingTransactions(deaf.address)
      return isDeaf && pending.some((one) => one.raw === raw) ? null : harness.setup.usdcChain.broadcast(raw)
    },
  }
  const { settler } = open({ chain, waitMs: 100, replaceAfterMs: 2_000 })
  const [lost] = await queueSales(harness.setup, harness.ledger, 1)
  if (!lost) throw new Error("Nothing was sold.")
  expect((await settler.settle(lost)).kind).toBe("pending")
  await expect.poll(() => settler.status().stuckKeys, { timeout: 5_000 }).toBe(1)
  const sales = await queueSales(harness.setup, harness.ledger, 3)
  for (const sale of sales) await settler.settle(sale)
  await expect.poll(harness.income).toBe(3n * PRICE)
  expect(await sent()).toEqual([0, 3])
  isDeaf = false
  await expect.poll(harness.income, { timeout: 5_000 }).toBe(4n * PRICE)
  await expect.poll(() => settler.status().stuckKeys).toBe(0)
})

test("the next process finishes the transactions in flight of each account", async () => {
  const chain: UsdcChain = { ...harness.setup.usdcChain, broadcast: () => Promise.resolve(null) }
  const { settler: before } = open({ chain, waitMs: 100 })
  expect(await settleInTurn(before, 2)).toEqual(["pending", "pending"])
  await before.stop()
  expect(await sent()).toEqual([0, 0])
  await open().settler.recover()
  await expect.poll(harness.income, { timeout: 5_000 }).toBe(2n * PRICE)
  expect(await sent()).toEqual([1, 1])
})
