import { type Hex, parseTransaction, size } from "viem"
import { afterEach, expect, test } from "vitest"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { lowerHex } from "@/lib/domain/lower-hex"
import { newPayer, PRICE } from "@/tools/testing/payments/fixtures"
import { authorizeNow, openSettler, queueForSettlement } from "@/tools/testing/payments/payment-setup"
import { settlementHarness } from "@/tools/testing/payments/settlement-harness"
import type { Settlement, Settler } from "./settler"

const harness = settlementHarness()

/* A node with the limits and error texts of Base's nodes. */

/** Accepts every signature: answers 0x1626ba7e (ERC-1271) to every call. */
const WALLET_CODE = "0x631626ba7e60e01b5f5260205ff3"

let settler: Settler
afterEach(() => settler.stop())

const broadcast: UsdcChain["broadcast"] = async (raw) => {
  const { gas = 0n } = parseTransaction(raw)
  if (gas > 16_777_216n) {
    throw new Error(`transaction gas limit ${gas} exceeds maximum per-transaction gas limit 16777216`)
  }
  if (size(raw) > 131_072) throw new Error(`oversized data: transaction size ${size(raw)}, limit 131072`)
  return harness.setup.usdcChain.broadcast(raw)
}

async function deployWallets(count: number): Promise<readonly Hex[]> {
  const wallets = Array.from({ length: count }, () => lowerHex(newPayer().address))
  for (const address of wallets) await harness.setup.client.setCode({ address, bytecode: WALLET_CODE })
  return wallets
}

async function settleEach(wallets: readonly Hex[], signature: Hex): Promise<readonly Settlement[]> {
  await harness.setup.mint(...wallets)
  const sales = await Promise.all(
    wallets.map(async (from) => {
      const authorization = await authorizeNow(newPayer(), { from, signature })
      return { id: await queueForSettlement(harness.ledger, authorization), authorization }
    }),
  )
  return Promise.all(sales.map((sale) => settler.settle(sale)))
}

test.each([
  ["gas", 130],
  ["bytes", 4_096],
])(
  "30 known smart wallets whose payments need more %s than one transaction may have settle in two",
  async (_, bytes) => {
    const wallets = await deployWallets(30)
    settler = openSettler(harness.setup, harness.ledger, { chain: { ...harness.setup.usdcChain, broadcast } })
    const signature: Hex = `0x${"ab".repeat(bytes)}`
    await settleEach(wallets, signature)
    const settlements = await settleEach(wallets, signature)
    expect(new Set(settlements.map(({ kind }) => kind))).toEqual(new Set(["settled"]))
    const hashes = new Set(settlements.map((one) => (one.kind === "settled" ? one.transaction : null)))
    expect([hashes.size, await harness.income()]).toEqual([2, 60n * PRICE])
  },
  60_000,
)
