import { expect, test } from "vitest"
import { anchorIn } from "@/lib/chain/record-anchor"
import { PRICE } from "@/lib/testing/payments/fixtures"
import { settlementHarness } from "@/lib/testing/payments/settlement-harness"
import { openSettler, sellTo } from "@/lib/testing/payments/world"

const stage = settlementHarness()
const HEAD = "ab".repeat(32)

test.each([1, 5])(
  "a transaction of %d payments carries the head to the chain, and moves the same money",
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
