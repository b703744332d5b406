import { expect, test } from "vitest"
import { anchorIn } from "@/lib/chain/record-anchor"
import { PRICE } from "@/lib/testing/payments/fixtures"
import { settlementHarness } from "@/lib/testing/payments/settlement-harness"
import { openSettler, sellTo } from "@/lib/testing/payments/world"

const stage = settlementHarness()
const HEAD = "ab".repeat(32)

test.each([1, 5])(
  "a transaction of %d payments anchors the record's head on chain and transfers the same amounts",
  async (count) => {
    const heads = [HEAD]
    const sales = await sellTo(stage.world, stage.ledger, count)
    const settler = openSettler(stage.world, stage.ledger, { anchor: async () => heads.pop() ?? null })
    const settlements = await Promise.all(sales.map((sale) => settler.settle(sale)))
    expect(settlements.map(({ kind }) => kind)).toEqual(sales.map(() => "settled"))
    expect(await stage.income()).toBe(BigInt(count) * PRICE)
    const hashes = settlements.flatMap((one) => (one.kind === "settled" && one.transaction ? [one.transaction] : []))
    const inputs = await Promise.all(
      [...new Set(hashes)].map(async (hash) => (await stage.world.client.getTransaction({ hash })).input),
    )
    expect(inputs.map(anchorIn).filter((head) => head !== null)).toEqual([HEAD])
  },
)

test("when a process ends before the broadcast, the next process sends the same transaction with its anchor", async () => {
  const [sale] = await sellTo(stage.world, stage.ledger, 1)
  if (sale === undefined) throw new Error("Nothing was sold.")
  const { usdcChain } = stage.world
  const silent = { ...usdcChain, broadcast: () => new Promise<never>(() => {}) }
  const heads = [HEAD]
  const first = openSettler({ ...stage.world, usdcChain: silent }, stage.ledger, {
    anchor: async () => heads.pop() ?? null,
  })
  void first.settle(sale)
  await expect.poll(async () => (await stage.ledger.find(sale.id))?.state).toBe("sent")
  void first.stop()
  const successor = openSettler(stage.world, stage.ledger)
  await successor.recover()
  await expect.poll(async () => (await stage.ledger.find(sale.id))?.state).toBe("settled")
  const hash = (await stage.ledger.find(sale.id))?.transaction
  if (!hash) throw new Error("The payment has no transaction.")
  expect(anchorIn((await stage.world.client.getTransaction({ hash })).input)).toBe(HEAD)
  expect(await stage.income()).toBe(PRICE)
})
