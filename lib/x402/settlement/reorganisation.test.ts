import { erc20Abi } from "viem"
import { generatePrivateKey } from "viem/accounts"
import { describe, expect, test } from "vitest"
import { settlementAccount } from "@/lib/x402/chain/settlement-account"
import type { Ledger } from "@/lib/x402/ledger/ledger"
import { timerSleep } from "@/lib/outbound/ports"
import { newPayer, PRICE, terms } from "@/tools/testing/payments/fixtures"
import { openSettler, type Sale, queueSales } from "@/tools/testing/payments/payment-setup"
import { settlementHarness } from "@/tools/testing/payments/settlement-harness"
import type { ChainSettlerOptions } from "./chain-settler"

const harness = settlementHarness()
const never = () => new Promise<void>(() => undefined)

const statesOf = async (sales: readonly Sale[]) => {
  const rows = await Promise.all(sales.map(({ id }) => harness.ledger.find(id)))
  return rows.map((row) => row?.state)
}
const all = (sales: readonly Sale[], state: string) => sales.map(() => state)

/** Sells and settles payments, then reverts the chain to before their blocks, as a reorganisation does. */
async function settleAndForget(count: number, changes: Partial<ChainSettlerOptions> = {}) {
  const sales = await queueSales(harness.setup, harness.ledger, count)
  const snapshot = await harness.setup.client.snapshot()
  const settler = openSettler(harness.setup, harness.ledger, changes)
  const settlements = await Promise.all(sales.map((sale) => settler.settle(sale)))
  expect(new Set(settlements.map(({ kind }) => kind))).toEqual(new Set(["settled"]))
  await expect.poll(() => harness.ledger.pendingTransactions(harness.setup.account.address)).toEqual([])
  await expect.poll(() => statesOf(sales)).toEqual(all(sales, "settled"))
  await harness.setup.client.revert({ id: snapshot })
  expect(await harness.income(), "the money is back at the payers").toBe(0n)
  return { sales, settler, settlements }
}

async function untilPaid(sales: readonly Sale[]): Promise<void> {
  await expect.poll(harness.income, { timeout: 8_000 }).toBe(BigInt(sales.length) * PRICE)
  await expect.poll(() => statesOf(sales)).toEqual(all(sales, "settled"))
  await expect.poll(() => harness.ledger.pendingTransactions(harness.setup.account.address)).toEqual([])
}

describe("a reorganisation drops a block with payments", () => {
  test("after delivery: the payments are sent again, and the money moves once", async () => {
    const { sales, settler, settlements } = await settleAndForget(3)
    await untilPaid(sales)
    const row = await harness.ledger.find(sales[0]?.id ?? "")
    expect({ kind: "settled", transaction: row?.transaction }).toEqual(settlements[0])
    const [next] = await queueSales(harness.setup, harness.ledger, 1)
    expect(next && (await settler.settle(next)).kind, "the next nonce is used").toBe("settled")
    expect(await harness.income()).toBe(4n * PRICE)
    await settler.stop()
  })

  test("and adds other blocks: the payments are sent again", async () => {
    const { sales, settler } = await settleAndForget(2)
    await harness.setup.client.mine({ blocks: 5 })
    await untilPaid(sales)
    await settler.stop()
  })

  test("and a later payment is in a higher block: the dropped payments are still sent again", async () => {
    const { sales } = await settleAndForget(2, { sleep: never })
    const other = settlementAccount(generatePrivateKey())
    await harness.setup.client.setBalance({ address: other.address, value: 10n ** 18n })
    const [fresh] = await queueSales(harness.setup, harness.ledger, 1)
    if (!fresh) throw new Error("Nothing was sold.")
    const unaware = openSettler(harness.setup, harness.ledger, { accounts: [other], sleep: never })
    expect((await unaware.settle(fresh)).kind).toBe("settled")
    await expect.poll(() => harness.ledger.pendingTransactions(other.address)).toEqual([])
    const after = openSettler(harness.setup, harness.ledger, { accounts: [harness.setup.account, other] })
    void after.recover()
    await untilPaid([...sales, fresh])
    await after.stop()
  })

  test.each([0, 10])(
    "while no process runs for %i minutes: the next one sends the payments again before new ones",
    async (minutes) => {
      const clock = () => Date.now() - minutes * 60_000
      const { sales } = await settleAndForget(2, { sleep: never, clock })
      await harness.setup.client.mine({ blocks: 2 })
      const [fresh] = await queueSales(harness.setup, harness.ledger, 1)
      const after = openSettler(harness.setup, harness.ledger)
      void after.recover()
      expect(fresh && (await after.settle(fresh)).kind).toBe("settled")
      await untilPaid([...sales, ...(fresh ? [fresh] : [])])
      await after.stop()
    },
  )

  test("while no process runs, and the node fails at first: the same transaction pays in the end", async () => {
    const { sales, settlements } = await settleAndForget(2, { sleep: never })
    await harness.setup.client.mine({ blocks: 2 })
    const [fresh] = await queueSales(harness.setup, harness.ledger, 1)
    let failures = 2
    const failing: ChainSettlerOptions["chain"] = {
      ...harness.setup.usdcChain,
      async receipt(hash) {
        if (failures-- > 0) throw new Error("connect ETIMEDOUT")
        return harness.setup.usdcChain.receipt(hash)
      },
    }
    const after = openSettler(harness.setup, harness.ledger, { chain: failing })
    void after.recover()
    expect(fresh && (await after.settle(fresh)).kind).toBe("settled")
    await untilPaid([...sales, ...(fresh ? [fresh] : [])])
    const rows = await Promise.all(sales.map(({ id }) => harness.ledger.find(id)))
    expect(rows.map((row) => ({ kind: "settled", transaction: row?.transaction }))).toEqual(settlements)
    await after.stop()
  })

  test("before delivery, and the process ends: the next process sends the payments again", async () => {
    const sales = await queueSales(harness.setup, harness.ledger, 2)
    const snapshot = await harness.setup.client.snapshot()
    const failingLedger: Ledger = {
      ...harness.ledger,
      // The receipt is not stored in the ledger.
      markSettled: () => new Promise(() => undefined),
      markMined: () => new Promise(() => undefined),
    }
    const before = openSettler(harness.setup, failingLedger)
    await Promise.all(sales.map((sale) => before.settle(sale)))
    await harness.setup.client.revert({ id: snapshot })
    const after = openSettler(harness.setup, harness.ledger)
    await after.recover()
    await untilPaid(sales)
    await after.stop()
  })

  test.each(["by the process that settled it", "by the next process"])(
    "and a new block has the transaction with one payment failed: the payment is refused %s",
    async (who) => {
      const isNext = who === "by the next process"
      let isPaused = true
      const sleep = async (ms: number) => {
        while (isPaused) await timerSleep(20)
        await timerSleep(ms / 20)
      }
      const { sales, settler } = await settleAndForget(2, { sleep: isNext ? never : sleep, waitMs: 3_600_000 })
      const [spender] = sales
      const [record] = await harness.ledger.minedSince(0, 1)
      if (!spender || !record) throw new Error("Nothing was settled.")
      await harness.setup.client.setBalance({ address: spender.payer.address, value: 10n ** 18n })
      const transfer = { abi: erc20Abi, functionName: "transfer", args: [newPayer().address, PRICE] } as const
      await harness.setup.client.waitForTransactionReceipt({
        hash: await harness.setup.client.writeContract({ account: spender.payer, address: terms.asset, ...transfer }),
      })
      await harness.setup.usdcChain.broadcast(record.raw)
      isPaused = false
      const after = isNext ? openSettler(harness.setup, harness.ledger) : settler
      if (isNext) await after.recover()
      await expect.poll(() => statesOf(sales), { timeout: 8_000 }).toEqual(["refused", "settled"])
      await expect.poll(() => harness.ledger.pendingTransactions(harness.setup.account.address)).toEqual([])
      expect(await harness.income()).toBe(PRICE)
      if (isNext) await after.stop()
    },
  )

  test("and another account's transaction moves the money: no payment is sent again", async () => {
    const { sales, settler } = await settleAndForget(1)
    const [sale] = sales
    if (!sale) throw new Error("Nothing was sold.")
    const call = harness.setup.usdcChain.settlementCall([sale.authorization])
    const hash = await harness.setup.client.sendTransaction({ account: harness.setup.wallet, ...call })
    await harness.setup.client.waitForTransactionReceipt({ hash })
    await untilPaid(sales)
    await settler.stop()
  })
})

test("when a node lags behind its own receipts, payments stay settled and are not sent again", async () => {
  const sales = await queueSales(harness.setup, harness.ledger, 2)
  let asked = 0
  const blockHashAt = () => {
    asked += 1
    return Promise.resolve(null)
  }
  const settler = openSettler(harness.setup, harness.ledger, { chain: { ...harness.setup.usdcChain, blockHashAt } })
  await Promise.all(sales.map((sale) => settler.settle(sale)))
  await expect.poll(() => asked, { timeout: 5_000 }).toBeGreaterThan(3)
  expect(await statesOf(sales)).toEqual(["settled", "settled"])
  expect(await harness.income()).toBe(2n * PRICE)
  await settler.stop()
})
