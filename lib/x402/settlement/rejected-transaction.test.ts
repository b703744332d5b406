import { parseTransaction } from "viem"
import { afterEach, beforeEach, expect, test } from "vitest"
import type { UsdcChain } from "@/lib/x402/chain/usdc-chain"
import { PRICE } from "@/tools/testing/payments/fixtures"
import { openSettler, type Sale, queueSales } from "@/tools/testing/payments/payment-setup"
import { settlementHarness } from "@/tools/testing/payments/settlement-harness"
import { createTransactionSigner } from "./transaction-signer"
import type { Settler } from "./settler"

const harness = settlementHarness()

/* A node that refuses some transactions with an unknown error text, whatever fee they pay. */

let settler: Settler
/** The payers whose payments the node refuses. */
let rejectedPayers: ReadonlySet<string>

beforeEach(() => {
  rejectedPayers = new Set()
})
afterEach(async () => {
  await harness.setup.client.setAutomine(true)
  await harness.setup.client.mine({ blocks: 1 })
  await settler.stop()
})

const WAIT_MS = 25_000
const stateOf = async ({ id }: Sale) => (await harness.ledger.find(id))?.state
const pending = () => harness.ledger.pendingTransactions(harness.setup.account.address)

const broadcast: UsdcChain["broadcast"] = async (raw) => {
  if ([...rejectedPayers].some((payer) => raw.includes(payer.slice(2).toLowerCase())))
    throw new Error("policy violation")
  return harness.setup.usdcChain.broadcast(raw)
}

function open(send = broadcast): Settler {
  settler = openSettler(harness.setup, harness.ledger, {
    chain: { ...harness.setup.usdcChain, broadcast: send },
    waitMs: WAIT_MS,
  })
  return settler
}

function rejectPaymentsOf({ payer }: Sale): void {
  rejectedPayers = new Set([...rejectedPayers, payer.address])
}

async function three(): Promise<readonly [Sale, Sale, Sale]> {
  const [a, b, c] = await queueSales(harness.setup, harness.ledger, 3)
  if (!a || !b || !c) throw new Error("Three sales were asked for.")
  return [a, b, c]
}

test("a payment that the node rejects is refused uncharged; its batch's others and later payments settle", async () => {
  const [bad, neighbour, later] = await three()
  rejectPaymentsOf(bad)
  open()
  const batch = [bad, neighbour].map((sale) => settler.settle(sale))
  await expect.poll(async () => (await pending()).length).toBe(1)
  const settlements = await Promise.all([...batch, settler.settle(later)])
  expect(settlements.map(({ kind }) => kind)).toEqual(["refused", "settled", "settled"])
  expect([await stateOf(bad), await harness.setup.balanceOf(bad.payer.address)]).toEqual(["refused", PRICE])
  expect(await harness.income()).toBe(2n * PRICE)
  await expect.poll(() => settler.status()).toMatchObject({ inFlight: 0, stuckKeys: 0 })
}, 40_000)

test("a rejected transaction that is mined before its empty replacement settles its payment once", async () => {
  const [sale] = await three()
  await harness.setup.client.setAutomine(false)
  let first: string | null = null
  open(async (raw) => {
    first ??= raw
    if (raw === first) {
      await harness.setup.client.sendRawTransaction({ serializedTransaction: raw }).catch(() => undefined)
    }
    throw new Error("policy violation")
  })
  const settling = settler.settle(sale)
  const gasOf = async () => (await pending()).map(({ raw }) => parseTransaction(raw).gas)
  await expect.poll(gasOf, { timeout: 15_000 }).toContain(60_000n)
  await harness.setup.client.mine({ blocks: 1 })
  expect(await settling).toMatchObject({ kind: "settled" })
  await expect.poll(pending).toEqual([])
  expect(await harness.income()).toBe(PRICE)
}, 40_000)

test("a transaction of an earlier process with too much gas blocks no other payment", async () => {
  const [old, neighbour, next] = await three()
  const signer = createTransactionSigner({
    chain: harness.setup.usdcChain,
    account: harness.setup.account,
    chainId: 8453,
    clock: Date.now,
    maxFeePerGas: 10n ** 12n,
  })
  const stuck = [old, neighbour]
  const transaction = await signer.sign(stuck, 18_060_000n)
  expect(await harness.ledger.markSent(transaction, stuck, Date.now())).toBe(true)
  open(async (raw) => {
    const { gas = 0n } = parseTransaction(raw)
    if (gas > 16_777_216n) throw new Error(`transaction gas limit too high (cap: 16777216, tx: ${gas})`)
    return harness.setup.usdcChain.broadcast(raw)
  })
  await settler.recover()
  const settlements = await Promise.all([...stuck, next].map((sale) => settler.settle(sale)))
  expect(settlements.map(({ kind }) => kind)).toEqual(["settled", "settled", "settled"])
  expect(await harness.income()).toBe(3n * PRICE)
}, 40_000)
