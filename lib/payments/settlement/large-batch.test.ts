import { type Hex, parseTransaction, size } from "viem"
import { afterEach, expect, test } from "vitest"
import type { UsdcChain } from "@/lib/chain/usdc-chain"
import { newPayer, PRICE } from "@/lib/testing/payment-fixtures"
import { authorizeNow, openSettler, sell } from "@/lib/testing/payment-world"
import { settlementStage } from "@/lib/testing/settlement-stage"
import type { Settler } from "./settler"

const stage = settlementStage()

/* A node that takes what those of Base take, and says no in their words. */

/** Stands by whatever it is said to have signed: answers 0x1626ba7e (ERC-1271) to all. */
const WALLET_CODE = "0x631626ba7e60e01b5f5260205ff3"

let settler: Settler
afterEach(() => settler.stop())

const broadcast: UsdcChain["broadcast"] = async (raw) => {
  const { gas = 0n } = parseTransaction(raw)
  if (gas > 16_777_216n) {
    throw new Error(`transaction gas limit ${gas} exceeds maximum per-transaction gas limit 16777216`)
  }
  if (size(raw) > 131_072) throw new Error(`oversized data: transaction size ${size(raw)}, limit 131072`)
  return stage.world.usdcChain.broadcast(raw)
}

async function sellToWallets(count: number, signature: Hex) {
  const payers = Array.from({ length: count }, () => newPayer())
  const wallets = payers.map(({ address }): Hex => `0x${address.slice(2).toLowerCase()}`)
  for (const address of wallets) await stage.world.client.setCode({ address, bytecode: WALLET_CODE })
  await stage.world.mint(...wallets)
  return Promise.all(
    payers.map(async (payer, index) => {
      const authorization = await authorizeNow(payer, { from: wallets[index] ?? payer.address, signature })
      return { id: await sell(stage.ledger, authorization), authorization }
    }),
  )
}

test.each([
  ["gas", 130],
  ["bytes", 4_096],
])(
  "30 smart wallets at once have more %s than a transaction may: all settle, in two",
  async (_, bytes) => {
    const sales = await sellToWallets(30, `0x${"ab".repeat(bytes)}`)
    settler = openSettler(stage.world, stage.ledger, { chain: { ...stage.world.usdcChain, broadcast } })
    const settlements = await Promise.all(sales.map((sale) => settler.settle(sale)))
    expect(new Set(settlements.map(({ kind }) => kind))).toEqual(new Set(["settled"]))
    const hashes = new Set(settlements.map((one) => (one.kind === "settled" ? one.transaction : null)))
    expect([hashes.size, await stage.income()]).toEqual([2, 30n * PRICE])
  },
  30_000,
)
