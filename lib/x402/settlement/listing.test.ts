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
import {
  authorizeNow,
  openSettler,
  queueForSettlement,
  queueSales,
  type Sale,
} from "@/tools/testing/payments/payment-setup"
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

/** A sale whose signature is valid for this time. */
async function saleFor(seconds: number): Promise<Sale> {
  const payer = newPayer()
  await harness.setup.mint(payer.address)
  const authorization = await authorizeNow(payer, { validBeforeS: Math.floor(Date.now() / 1_000) + seconds })
  return { payer, authorization, id: await queueForSettlement(harness.ledger, authorization) }
}

/** Sends the transfer as a facilitator does. */
function send(authorization: Authorization): Promise<`0x${string}`> {
  return harness.setup.sendFromOtherAccount(harness.setup.usdcChain.settlementCall([authorization]))
}

/** The payer sends its money elsewhere. */
async function spend({ payer }: Sale): Promise<void> {
  await harness.setup.client.setBalance({ address: payer.address, value: parseEther("1") })
  const hash = await harness.setup.client.writeContract({
    account: payer,
    address: terms.asset,
    abi: TRANSFER,
    functionName: "transfer",
    args: [BUFFER, PRICE],
  })
  await harness.setup.client.waitForTransactionReceipt({ hash })
}

async function expectSettledOnce(settler: Settler, sale: Sale): Promise<string> {
  const settlement = await settler.settle(sale)
  if (settlement.kind !== "settled") throw new Error(`It is ${settlement.kind}.`)
  await expect.poll(() => harness.stateOf(sale.id)).toBe("settled")
  expect((await harness.ledger.find(sale.id))?.transaction).toBe(settlement.transaction)
  expect(await harness.income()).toBe(PRICE)
  return settlement.transaction
}

async function expectSettled(settler: Settler, sale: Sale): Promise<void> {
  expect(await settler.settle(sale)).toMatchObject({ kind: "settled" })
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
    expect(await settler.settle(await saleFor(26 * 86_400))).toMatchObject({ kind: "settled" })
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

  test.each([401, 403, 404, 429])("a facilitator that pays and answers %i has paid", async (status) => {
    const sale = only(await sales(1))
    fake.settle = () => ({ status, body: "" })
    const settler = await opened({ waitMs: 3_000 })
    await spend(sale)
    expect(await settler.settle(sale)).toMatchObject({ kind: "pending" })
    await harness.setup.mint(sale.payer.address)
    await send(sale.authorization)
    await expect.poll(() => harness.stateOf(sale.id), { timeout: 10_000 }).toBe("settled")
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
    await spend(sale)
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

describe("who is handed over", () => {
  test("a signature that is valid for less than 30 seconds more is settled by us alone", async () => {
    const settler = await opened()
    for (const [leftS, calls] of [
      [28, []],
      [60, ["verify", "settle"]],
    ] as const) {
      expect(await settler.settle(await saleFor(leftS))).toMatchObject({ kind: "settled" })
      expect(fake.calls).toEqual(calls)
    }
  })

  test("a signature that gets short while the facilitator verifies is settled by us alone", async () => {
    let passedMs = 0
    fake.verify = () => {
      passedMs = 275_000
      return { body: { isValid: true } }
    }
    const settler = await opened({ clock: () => Date.now() + passedMs })
    expect(await settler.settle(only(await sales(1)))).toMatchObject({ kind: "settled" })
    expect(fake.calls).toEqual(["verify"])
  })

  test.each(["verify", "settle"] as const)(
    "a wallet that is refused at %s takes the turn for a minute",
    async (step) => {
      const [refused, early, late] = (await sales(3)) as [Sale, Sale, Sale]
      let passedMs = 0
      const settler = await opened({ clock: () => Date.now() + passedMs })
      const accept = fake[step]
      fake[step] = () =>
        step === "verify"
          ? { body: { isValid: false, invalidReason: "blocked_address" } }
          : failedReply("insufficient_funds")
      await expectSettled(settler, refused)
      await expect.poll(async () => (await listed()).every(({ settledBy }) => settledBy === "own")).toBe(true)
      fake[step] = accept
      const before = fake.calls.length
      await expectSettled(settler, early)
      expect(fake.calls.length).toBe(before)
      passedMs = 61_000
      await expectSettled(settler, late)
      expect(fake.calls.slice(before)).toEqual(["verify", "settle"])
    },
  )
})

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
