import { type Hex, parseTransaction } from "viem"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { PRICE } from "@/tools/testing/payments/fixtures"
import { openSettler, type Sale, queueSales } from "@/tools/testing/payments/payment-setup"
import { settlementHarness } from "@/tools/testing/payments/settlement-harness"
import type { ChainSettlerOptions } from "./chain-settler"
import type { Settlement, Settler } from "./settler"

const harness = settlementHarness()

/*
 * A chain that accepts transactions and mines none until the test allows it.
 */

let settlers: Settler[]

beforeEach(async () => {
  settlers = []
})
afterEach(async () => {
  await harness.setup.client.setAutomine(true)
  await harness.setup.client.mine({ blocks: 1 })
  for (const settler of settlers) await settler.stop()
})

const pending = () => harness.ledger.pendingTransactions(harness.setup.account.address)
const feesOf = async () => (await pending()).map(({ raw }) => parseTransaction(raw).maxFeePerGas ?? 0n)

/** Broadcasts without waiting for the block. */
const plainChain = (): UsdcChain => ({
  ...harness.setup.usdcChain,
  broadcast: async (raw) => {
    await harness.setup.client.sendRawTransaction({ serializedTransaction: raw })
    return null
  },
})

function open(changes: Partial<ChainSettlerOptions> = {}): Settler {
  const settler = openSettler(harness.setup, harness.ledger, { chain: plainChain(), ...changes })
  settlers.push(settler)
  return settler
}

async function hold(count: number): Promise<readonly Sale[]> {
  const sales = await queueSales(harness.setup, harness.ledger, count)
  await harness.setup.client.setAutomine(false)
  return sales
}

async function untilSent(count: number): Promise<void> {
  await expect.poll(async () => (await pending()).length, { timeout: 15_000 }).toBeGreaterThanOrEqual(count)
}

async function hashIn(settlements: readonly Settlement[]): Promise<Hex | undefined> {
  const [first] = settlements
  return first?.kind === "settled" ? first.transaction : undefined
}

test("an unmined transaction is replaced repeatedly with an eighth more fee, and the money moves once", async () => {
  const sales = await hold(3)
  const settler = open()
  const settling = Promise.all(sales.map((sale) => settler.settle(sale)))
  await untilSent(3)
  const [first = 0n, second = 0n, third = 0n] = await feesOf()
  expect([second * 8n >= first * 9n, third * 8n >= second * 9n]).toEqual([true, true])
  expect(new Set((await pending()).map(({ nonce }) => nonce)).size, "all with one nonce").toBe(1)
  await harness.setup.client.mine({ blocks: 1 })
  const settlements = await settling
  expect(settlements.map(({ kind }) => kind)).toEqual(["settled", "settled", "settled"])
  await expect.poll(pending).toEqual([])
  expect((await harness.ledger.find(sales[0]?.id ?? ""))?.transaction).toBe(await hashIn(settlements))
  expect(await harness.income()).toBe(3n * PRICE)
})

test("a replacement that the ledger recorded but did not confirm is broadcast at the next attempt", async () => {
  const sales = await hold(1)
  const broadcasts = new Set<Hex>()
  let records = 0
  const settler = openSettler(
    harness.setup,
    {
      ...harness.ledger,
      async markSent(...args) {
        const isSent = await harness.ledger.markSent(...args)
        records += 1
        if (records === 2) throw new Error("Connection terminated unexpectedly")
        return isSent
      },
    },
    {
      chain: {
        ...plainChain(),
        broadcast: async (raw) => {
          broadcasts.add(raw)
          return plainChain().broadcast(raw)
        },
      },
    },
  )
  settlers.push(settler)
  const settling = Promise.all(sales.map((sale) => settler.settle(sale)))
  await expect.poll(() => broadcasts.size, { timeout: 8_000 }).toBeGreaterThan(1)
  await harness.setup.client.mine({ blocks: 1 })
  expect(await settling).toMatchObject([{ kind: "settled" }])
  expect(await harness.income()).toBe(PRICE)
})

test("the first transaction settles the payment when it is mined, although replacements were sent", async () => {
  const sales = await hold(1)
  const lonely: UsdcChain = {
    ...plainChain(),
    // Replacements get lost on their way.
    broadcast: async (raw) => {
      const [first] = await pending()
      if (raw === first?.raw)
        await harness.setup.client.sendRawTransaction({ serializedTransaction: raw }).catch(() => undefined)
      return null
    },
  }
  const settler = open({ chain: lonely })
  const settling = Promise.all(sales.map((sale) => settler.settle(sale)))
  await untilSent(2)
  const [first] = await pending()
  await harness.setup.client.mine({ blocks: 1 })
  expect(await hashIn(await settling)).toBe(first?.hash)
  await expect.poll(pending).toEqual([])
  expect(await harness.income()).toBe(PRICE)
})

test("a base fee that rises above the transaction's fee does not leave payments stuck", async () => {
  const sales = await hold(2)
  const settler = open()
  const settling = Promise.all(sales.map((sale) => settler.settle(sale)))
  await untilSent(1)
  const [fee = 0n] = await feesOf()
  await harness.setup.client.setNextBlockBaseFeePerGas({ baseFeePerGas: fee * 3n })
  await harness.setup.client.mine({ blocks: 1 })
  expect(await harness.income(), "nothing could be mined").toBe(0n)
  await harness.setup.client.setAutomine(true)
  expect((await settling).map(({ kind }) => kind)).toEqual(["settled", "settled"])
  expect(await harness.income()).toBe(2n * PRICE)
})

test("the next process finds a transaction and its replacements, and replaces them again", async () => {
  const sales = await hold(1)
  const before = open({ waitMs: 100 })
  await Promise.all(sales.map((sale) => before.settle(sale)))
  await untilSent(2)
  await before.stop()
  const fees = await feesOf()
  const after = open()
  await after.recover()
  await untilSent(fees.length + 1)
  expect((await feesOf()).slice(0, fees.length)).toEqual(fees)
  const settling = Promise.all(sales.map((sale) => after.settle(sale)))
  await harness.setup.client.mine({ blocks: 1 })
  expect((await settling).map(({ kind }) => kind)).toEqual(["settled"])
  await expect.poll(pending).toEqual([])
  expect(await harness.income()).toBe(PRICE)
})

test("a transaction at the fee ceiling is not replaced, and settles when a block includes it", async () => {
  const sales = await hold(1)
  const ceiling = (await harness.setup.usdcChain.gasPrice()) * 2n + 1_000_000n
  const log: string[] = []
  const settler = open({ maxFeePerGas: ceiling, log: (_, { error }) => void log.push(String(error)) })
  const settling = Promise.all(sales.map((sale) => settler.settle(sale)))
  await expect.poll(() => log.some((line) => line.includes("above the ceiling")), { timeout: 15_000 }).toBe(true)
  expect(await pending()).toHaveLength(1)
  await harness.setup.client.mine({ blocks: 1 })
  expect((await settling).map(({ kind }) => kind)).toEqual(["settled"])
  expect(await harness.income()).toBe(PRICE)
})
