import { afterEach, expect, test } from "vitest"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import type { SettlementTransaction } from "@/lib/x402/ledger/ledger"
import { newPayer, PRICE } from "@/tools/testing/payments/fixtures"
import { authorizeNow, openSettler, queueForSettlement } from "@/tools/testing/payments/payment-setup"
import { settlementHarness } from "@/tools/testing/payments/settlement-harness"

const harness = settlementHarness()

/** A wallet that accepts every signature: it returns the magic value of ERC-1271. */
const YES = "0x631626ba7e60e01b5f5260205ff3"
const FORGED = "deadbeef".repeat(8)

afterEach(async () => {
  await harness.setup.client.setAutomine(true)
  await harness.setup.client.mine({ blocks: 1 })
})

test.each([
  ["a head", `53343032${FORGED}`],
  ["a whole anchor", `${FORGED}53343032${FORGED}`],
])(
  "a payer whose signature ends as %s puts no anchor into the ledger when his transaction is replaced",
  async (_, end) => {
    const { client, usdcChain } = harness.setup
    const owner = newPayer()
    await client.setCode({ address: owner.address, bytecode: YES })
    await harness.setup.mint(owner.address)
    // Whole words, so that the signature has no padding after its last byte.
    const signature = `0x${end.padStart(Math.ceil(end.length / 64) * 64, "0")}` as const
    const authorization = await authorizeNow(owner, {})
    const forged = { ...authorization, signature }
    const sale = { authorization: forged, id: await queueForSettlement(harness.ledger, forged) }
    const recorded: SettlementTransaction[] = []
    const ledger = {
      ...harness.ledger,
      markSent: (...[transaction, ...rest]: Parameters<typeof harness.ledger.markSent>) => {
        recorded.push(transaction)
        return harness.ledger.markSent(transaction, ...rest)
      },
    }
    await client.setAutomine(false)
    const chain: UsdcChain = {
      ...usdcChain,
      broadcast: async (raw) => {
        await client.sendRawTransaction({ serializedTransaction: raw })
        return null
      },
    }
    const settler = openSettler(harness.setup, ledger, { chain })
    const settling = settler.settle(sale)
    await expect.poll(() => recorded.length, { timeout: 15_000 }).toBeGreaterThanOrEqual(2)
    await client.mine({ blocks: 1 })
    expect(await settling).toMatchObject({ kind: "settled" })
    expect(await harness.income()).toBe(PRICE)
    await settler.stop()
    for (const { raw, ...kept } of recorded) {
      expect(raw).toContain(end)
      expect(Object.values(kept).map(String).join()).not.toContain(FORGED)
    }
  },
)
