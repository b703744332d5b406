import { parseEther } from "viem"
import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { Authorization } from "@/lib/x402/chain/authorization"
import { DAY_MS } from "@/lib/domain/utc-day"
import { createFacilitatorClient } from "@/lib/x402/remote/facilitator-client"
import type { ChainSettlerOptions } from "@/lib/x402/settlement/chain-settler"
import type { Settler } from "@/lib/x402/settlement/settler"
import {
  type FakeFacilitator,
  officialFacilitator,
  startFakeFacilitator,
} from "@/tools/testing/payments/fake-facilitator"
import { newPayer, PRICE, terms } from "@/tools/testing/payments/fixtures"
import { openSettler, queueSales, type Sale } from "@/tools/testing/payments/payment-setup"
import { failedReply, settledReply } from "@/tools/testing/payments/remote-setup"
import { only, settlementHarness } from "@/tools/testing/payments/settlement-harness"

const harness = settlementHarness()

let fake: FakeFacilitator
const settlers: Settler[] = []
beforeEach(async () => {
  fake = await startFakeFacilitator()
})
afterEach(async () => {
  for (const settler of settlers.splice(0)) await settler.stop()
  await fake.stop()
})

function open(changes: Partial<ChainSettlerOptions> = {}): Settler {
  const facilitator = createFacilitatorClient({
    url: fake.url,
    authorize: async () => ({}),
    terms,
    contractOf: () => undefined,
    fetch: globalThis.fetch,
    clock: Date.now,
    verifyTimeoutMs: 1_000,
    settleTimeoutMs: 1_000,
  })
  const listing = { facilitator, resources: ["/api/quote/BTC"], intervalMs: 25 * DAY_MS }
  const settler = openSettler(harness.setup, harness.ledger, { listing, ...changes })
  settlers.push(settler)
  return settler
}

async function opened(changes: Partial<ChainSettlerOptions> = {}): Promise<Settler> {
  const settler = open(changes)
  await settler.recover()
  return settler
}

const sales = (count: number) => queueSales(harness.setup, harness.ledger, count)
const settleCalls = () => fake.calls.filter((call) => call === "settle").length
const listed = async () => (await harness.ledger.listings()).map(({ settledBy, reply }) => ({ settledBy, reply }))

/** Sends the transfer as a facilitator does. */
function send(authorization: Authorization): Promise<`0x${string}`> {
  return harness.setup.sendFromOtherAccount(harness.setup.usdcChain.settlementCall([authorization]))
}

async function expectSettledOnce(settler: Settler, sale: Sale): Promise<string> {
  const settlement = await settler.settle(sale)
  if (settlement.kind !== "settled") throw new Error(`It is ${settlement.kind}.`)
  await expect.poll(() => harness.stateOf(sale.id)).toBe("settled")
  expect((await harness.ledger.find(sale.id))?.transaction).toBe(settlement.transaction)
  expect(await harness.income()).toBe(PRICE)
  return settlement.transaction
}

describe("one sale of each resource", () => {
  test("the first sale is settled by the official facilitator, and the following ones by us, until the interval is over", async () => {
    const account = newPayer()
    await harness.setup.client.setBalance({ address: account.address, value: parseEther("1") })
    Object.assign(fake, officialFacilitator(harness.setup, account))
    let passedMs = 0
    const settler = await opened({ clock: () => Date.now() + passedMs })
    const senders: string[] = []
    for (const sale of await sales(3)) {
      const settlement = await settler.settle(sale)
      if (settlement.kind !== "settled") throw new Error(`It is ${settlement.kind}.`)
      const { from } = await harness.setup.client.getTransaction({ hash: settlement.transaction })
      senders.push(from === account.address.toLowerCase() ? "facilitator" : "own")
      await expect.poll(async () => (await listed())[0]?.settledBy).toBe("facilitator")
    }
    expect(senders).toEqual(["facilitator", "own", "own"])
    passedMs = 25 * DAY_MS + 1
    expect(await settler.settle(only(await sales(1)))).toMatchObject({ kind: "settled" })
    expect([settleCalls(), await harness.income()]).toEqual([2, 4n * PRICE])
  })

  test("a new process knows what was listed", async () => {
    fake.settle = async () => settledReply(await send(first.authorization))
    const [first, second] = (await sales(2)) as [Sale, Sale]
    await expectSettledOnce(await opened(), first)
    await expect.poll(listed).toEqual([{ settledBy: "facilitator", reply: "settled" }])
    await (await opened()).settle(second)
    expect([settleCalls(), await harness.income()]).toEqual([1, 2n * PRICE])
  })

  test("a resource that is not sold and a payer without a key of its own are not handed over", async () => {
    const sale = only(await sales(1))
    await expectSettledOnce(await opened({ isByKey: () => false }), sale)
    expect(fake.calls).toEqual([])
  })
})

describe("a facilitator that fails", () => {
  test.each<[string, (sale: Sale) => Partial<FakeFacilitator>]>([
    ["refuses at verification", () => ({ verify: () => ({ body: { isValid: false, invalidReason: "blocked" } }) })],
    ["does not answer at verification", () => ({ verify: () => null })],
    ["never answers", () => ({ settle: () => null })],
    ["fails", () => ({ settle: () => ({ status: 500, body: "" }) })],
    ["does not accept the request", () => ({ settle: () => ({ status: 401, body: "" }) })],
    ["refuses", () => ({ settle: () => failedReply("insufficient_funds") })],
    ["names a transaction that does not exist", () => ({ settle: () => settledReply(`0x${"ab".repeat(32)}`) })],
  ])("costs the buyer nothing: it %s, and our transaction follows", async (_, behave) => {
    const sale = only(await sales(1))
    Object.assign(fake, behave(sale))
    const hash = await expectSettledOnce(await opened(), sale)
    const { from } = await harness.setup.client.getTransaction({ hash: hash as `0x${string}` })
    expect(from).toBe(harness.setup.account.address.toLowerCase())
    const all = await harness.ledger.listings()
    expect(all).toHaveLength(settleCalls())
    await expect.poll(async () => (await listed()).every(({ settledBy }) => settledBy === "own")).toBe(true)
  })

  test("a facilitator that pays and does not answer has paid: nothing is sent again", async () => {
    const sale = only(await sales(1))
    fake.settle = async () => {
      await send(sale.authorization)
      return null
    }
    await expectSettledOnce(await opened(), sale)
    await expect.poll(listed).toMatchObject([{ settledBy: "facilitator", reply: expect.stringContaining("unknown") }])
    expect(await harness.ledger.pendingTransactions(harness.setup.account.address)).toEqual([])
  })

  test("a facilitator that sends later than us moves the money once", async () => {
    const sale = only(await sales(1))
    fake.settle = () => null
    await expectSettledOnce(await opened(), sale)
    await send(sale.authorization)
    expect(await harness.income()).toBe(PRICE)
  })

  test("a payer whose money is gone for a while is not told that nothing was charged while the facilitator may still pay", async () => {
    const sale = only(await sales(1))
    fake.settle = () => null
    const settler = await opened({ waitMs: 3_000 })
    await harness.setup.client.setBalance({ address: sale.payer.address, value: parseEther("1") })
    const hash = await harness.setup.client.writeContract({
      account: sale.payer,
      address: terms.asset,
      abi: TRANSFER,
      functionName: "transfer",
      args: [BUFFER, PRICE],
    })
    await harness.setup.client.waitForTransactionReceipt({ hash })
    expect((await settler.settle(sale)).kind).toBe("pending")
    await harness.setup.mint(sale.payer.address)
    await send(sale.authorization)
    await expect.poll(() => harness.stateOf(sale.id), { timeout: 10_000 }).toBe("settled")
    expect(await harness.income()).toBe(PRICE)
  })
})

const BUFFER = "0x00000000000000000000000000000000000000b0"
const TRANSFER = [
  {
    type: "function",
    name: "transfer",
    stateMutability: "nonpayable",
    inputs: [
      { name: "to", type: "address" },
      { name: "value", type: "uint256" },
    ],
    outputs: [{ type: "bool" }],
  },
] as const

describe("a process that ends while the facilitator has the payment", () => {
  test.each([true, false])(
    "the next process finds the outcome on the chain (the facilitator has paid: %s)",
    async (pays) => {
      const sale = only(await sales(1))
      expect(await harness.ledger.beginListing(sale, { resource: "/api/quote/BTC", host: "example" }, Date.now())).toBe(
        true,
      )
      if (pays) await send(sale.authorization)
      expect(await harness.ledger.releaseAbandoned(Number.MAX_SAFE_INTEGER, Date.now()), "it may be paid").toBe(0)
      await opened()
      await harness.untilSettled([sale])
      expect(await harness.income()).toBe(PRICE)
      await expect.poll(listed).toEqual([{ settledBy: pays ? "facilitator" : "own", reply: null }])
      expect(fake.calls).toEqual([])
    },
  )
})
