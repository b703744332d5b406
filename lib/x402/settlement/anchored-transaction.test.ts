import { expect, test } from "vitest"
import { anchorIn } from "@/lib/x402/chain/record-anchor"
import { PRICE } from "@/tools/testing/payments/fixtures"
import { settlementHarness } from "@/tools/testing/payments/settlement-harness"
import { openSettler, queueSales } from "@/tools/testing/payments/payment-setup"

const harness = settlementHarness()
const ANCHOR = { link: "cd".repeat(32), head: "ab".repeat(32) }

test.each([1, 5])(
  "a transaction of %d payments anchors the record's head on chain and transfers the same amounts",
  async (count) => {
    const anchors = [ANCHOR]
    const sales = await queueSales(harness.setup, harness.ledger, count)
    const settler = openSettler(harness.setup, harness.ledger, { anchor: async () => anchors.pop() ?? null })
    const settlements = await Promise.all(sales.map((sale) => settler.settle(sale)))
    expect(settlements.map(({ kind }) => kind)).toEqual(sales.map(() => "settled"))
    expect(await harness.income()).toBe(BigInt(count) * PRICE)
    const hashes = settlements.flatMap((one) => (one.kind === "settled" && one.transaction ? [one.transaction] : []))
    const inputs = await Promise.all(
      [...new Set(hashes)].map(async (hash) => (await harness.setup.client.getTransaction({ hash })).input),
    )
    expect(inputs.map(anchorIn).filter((anchor) => anchor !== null)).toEqual([ANCHOR])
  },
)

test("when a process ends before the broadcast, the next process sends the same transaction with its anchor", async () => {
  const [sale] = await queueSales(harness.setup, harness.ledger, 1)
  if (sale === undefined) throw new Error("Nothing was sold.")
  const { usdcChain } = harness.setup
  const silent = { ...usdcChain, broadcast: () => new Promise<never>(() => {}) }
  const anchors = [ANCHOR]
  const first = openSettler({ ...harness.setup, usdcChain: silent }, harness.ledger, {
    anchor: async () => anchors.pop() ?? null,
  })
  void first.settle(sale)
  await expect.poll(async () => (await harness.ledger.find(sale.id))?.state).toBe("sent")
  void first.stop()
  const successor = openSettler(harness.setup, harness.ledger)
  await successor.recover()
  await expect.poll(async () => (await harness.ledger.find(sale.id))?.state).toBe("settled")
  const hash = (await harness.ledger.find(sale.id))?.transaction
  if (!hash) throw new Error("The payment has no transaction.")
  expect(anchorIn((await harness.setup.client.getTransaction({ hash })).input)).toEqual(ANCHOR)
  expect(await harness.income()).toBe(PRICE)
})
