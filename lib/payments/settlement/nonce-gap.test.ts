import { parseTransaction } from "viem"
import { generatePrivateKey } from "viem/accounts"
import { afterEach, beforeEach, expect, test } from "vitest"
import { settlementAccount } from "@/lib/chain/settlement-account"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import { PRICE } from "@/lib/testing/payments/fixtures"
import { openSettler, type Sale, sellTo } from "@/lib/testing/payments/world"
import { settlementHarness } from "@/lib/testing/payments/settlement-harness"
import type { ChainSettlerOptions } from "./chain-settler"
import type { Settlement, Settler } from "./settler"

const stage = settlementHarness()

/* A node turns one transaction away and takes the next, which no block can have while the nonce before it is free. */

let settlers: Settler[]
/** How many transactions of the lowest nonce no node takes. */
let refusals: number
let allAreSent: Promise<void>
let letGo: () => void

beforeEach(() => {
  settlers = []
  refusals = 1
  allAreSent = new Promise((resolve) => {
    letGo = resolve
  })
})
afterEach(async () => {
  for (const settler of settlers) await settler.stop()
})

function open(changes: Partial<ChainSettlerOptions> = {}): Settler {
  let lowest: number | undefined
  const broadcast: UsdcChain["broadcast"] = async (raw) => {
    const { nonce } = parseTransaction(raw)
    lowest ??= nonce
    await allAreSent
    if (nonce === lowest && refusals > 0) {
      refusals -= 1
      throw new Error("max fee per gas less than block base fee")
    }
    // The plain call: the other one would wait for the block.
    await stage.world.client.sendRawTransaction({ serializedTransaction: raw })
    return null
  }
  const settler = openSettler(stage.world, stage.ledger, { chain: { ...stage.world.usdcChain, broadcast }, ...changes })
  settlers.push(settler)
  return settler
}

/** Each in a transaction of its own, all before the first is turned away. */
async function settleApart(settler: Settler, sales: readonly Sale[]): Promise<readonly Settlement["kind"][]> {
  const settling: Promise<Settlement>[] = []
  for (const [index, sale] of sales.entries()) {
    settling.push(settler.settle(sale))
    await expect.poll(() => settler.status().inFlight, { interval: 5 }).toBe(index + 1)
  }
  letGo()
  return (await Promise.all(settling)).map(({ kind }) => kind)
}

test("the ones after it do not wait for another payment, which may never come", async () => {
  const settler = open()
  const sales = await sellTo(stage.world, stage.ledger, 3)
  expect(await settleApart(settler, sales)).toEqual(["unsent", "settled", "settled"])
  expect(await stage.income()).toBe(2n * PRICE)
  await expect.poll(() => settler.status()).toMatchObject({ inFlight: 0, stuckKeys: 0 })
})

test("nor do they where another account sends all that comes", async () => {
  const other = settlementAccount(generatePrivateKey())
  await stage.world.client.setBalance({ address: other.address, value: 10n ** 18n })
  const settler = open({ accounts: [stage.world.account, other] })
  const sales = await sellTo(stage.world, stage.ledger, 4)
  expect(await settleApart(settler, sales)).toEqual(["unsent", "settled", "settled", "settled"])
  await expect.poll(() => settler.status()).toMatchObject({ inFlight: 0, stuckKeys: 0 })
})

test("a process that comes after fills the gap that it finds", async () => {
  const sales = await sellTo(stage.world, stage.ledger, 2)
  // It may come to fill the gap itself: no node lets it.
  refusals = Infinity
  const before = open({ waitMs: 2_000 })
  expect(await settleApart(before, sales)).toEqual(["unsent", "pending"])
  await before.stop()
  refusals = 0
  await open().recover()
  await expect.poll(stage.income, { timeout: 8_000 }).toBe(PRICE)
})

test("where no node takes what fills it, the next one does", async () => {
  refusals = 2
  const sales = await sellTo(stage.world, stage.ledger, 2)
  expect(await settleApart(open(), sales)).toEqual(["unsent", "settled"])
})
