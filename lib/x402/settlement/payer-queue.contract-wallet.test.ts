import type { Hex } from "viem"
import { generatePrivateKey } from "viem/accounts"
import { expect, test } from "vitest"
import { settlementAccount } from "@/lib/x402/chain/settlement-account"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { deployWallet } from "@/tools/testing/payments/deploy-wallet"
import { newPayer, PRICE } from "@/tools/testing/payments/fixtures"
import { settlementHarness } from "@/tools/testing/payments/settlement-harness"
import { authorizeNow, openSettler, queueForSettlement } from "@/tools/testing/payments/payment-setup"

const harness = settlementHarness()

/** Two payments of one smart wallet that has the balance for both. */
async function twoOfOneWallet() {
  const owner = newPayer()
  const from = await deployWallet(harness.setup.client, harness.setup.wallet, owner.address)
  await harness.setup.mint(from, from)
  const one = async () => {
    const authorization = await authorizeNow(owner, { from })
    return { authorization, id: await queueForSettlement(harness.ledger, authorization) }
  }
  return [await one(), await one()] as const
}

test("a refused payment of a wallet does not refuse the wallet's payment that an earlier process sent", async () => {
  const { setup, ledger } = harness
  const [sent, failing] = await twoOfOneWallet()
  const { chain, heldBack } = slowNode(failing.authorization.nonce)
  const former = settlementAccount(generatePrivateKey())
  await setup.client.setBalance({ address: former.address, value: 10n ** 18n })
  const chainWithoutBroadcast: UsdcChain = { ...chain, broadcast: () => Promise.resolve(null) }
  const before = openSettler(setup, ledger, { chain: chainWithoutBroadcast, accounts: [former], waitMs: 100 })
  expect((await before.settle(sent)).kind).toBe("pending")
  await before.stop()
  for (const { raw } of await ledger.pendingTransactions(former.address)) heldBack.add(raw)

  const settler = openSettler(setup, ledger, { chain, waitMs: 20_000, replaceAfterMs: Number.MAX_SAFE_INTEGER })
  await settler.recover()
  const refused = settler.settle(failing)
  const again = settler.settle(sent)
  expect(await refused).toMatchObject({ kind: "refused" })
  heldBack.clear()
  expect(await again).toMatchObject({ kind: "settled" })
  expect(await ledger.find(sent.id)).toMatchObject({ state: "settled", answer: { body: "{}" } })
  expect(await harness.income()).toBe(PRICE)
  await settler.stop()
}, 30_000)

/** Transactions that are held back reach no block; in all others the payment of this nonce fails. */
function slowNode(failing: Hex) {
  const { usdcChain } = harness.setup
  const heldBack = new Set<Hex>()
  const chain: UsdcChain = {
    ...usdcChain,
    settlementCall: (proofs) => usdcChain.settlementCall(proofs.filter(({ nonce }) => nonce !== failing)),
    broadcast: (raw) => (heldBack.has(raw) ? Promise.resolve(null) : usdcChain.broadcast(raw)),
  }
  return { chain, heldBack }
}
