import { parsePaymentPayload } from "@x402/core/schemas"
import { numberToHex, parseEther } from "viem"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { z } from "zod"
import { createFacilitatorClient } from "@/lib/facilitator/client"
import { type ComingBack, rememberComingBack } from "@/lib/ledger/coming-back"
import { createHandovers, type Handovers } from "@/lib/ledger/handover"
import type { Ledger } from "@/lib/ledger/ledger"
import type { Authorization } from "@/lib/ledger/payment"
import { createSqlLedger } from "@/lib/ledger/sql-ledger"
import { timerSleep } from "@/lib/sources/http/ports"
import { openEmbeddedStore } from "@/lib/store/open-store"
import { type FakeFacilitator, officialFacilitator, startFakeFacilitator } from "@/lib/testing/fake-facilitator"
import { btc, CHAIN_ID, newPayer, present, PRICE, terms } from "@/lib/testing/payment-fixtures"
import { authorizeNow, openPaymentWorld, type PaymentWorld, sell, sellOne, sellTo } from "@/lib/testing/payment-world"
import { createRemoteSettler, type RemoteSettlerOptions } from "./remote-settler"
import type { Settler } from "./settler"
import { openTill } from "./till"

const SECRET = "s3cret-of-the-operator"
/** Of a caller; other waits pass 50 times as fast. */
const WAIT_MS = 2_000

let world: PaymentWorld
let ledger: Ledger
let comingBack: ComingBack
let handovers: Handovers
let fake: FakeFacilitator
let incomeBefore: bigint
let nowMs: () => number
let skip: (ms: number) => void
const settlers: Settler[] = []
const log: string[] = []

beforeAll(async () => {
  world = await openPaymentWorld()
}, 30_000)
afterAll(() => world.stop())
beforeEach(async () => {
  const store = await openEmbeddedStore(":memory:")
  ledger = createSqlLedger(store)
  comingBack = rememberComingBack(store)
  handovers = createHandovers(store)
  fake = await startFakeFacilitator()
  incomeBefore = await world.balanceOf(terms.payTo)
  let skipped = 0
  nowMs = () => Date.now() + skipped
  skip = (ms) => {
    skipped += ms
  }
  log.length = 0
})
afterEach(async () => {
  for (const settler of settlers.splice(0)) await settler.stop()
  await fake.stop()
})

function openRemote(changes: Partial<RemoteSettlerOptions> = {}): Settler {
  const facilitator = createFacilitatorClient({
    url: fake.url,
    authHeader: { name: "Authorization", value: `Bearer ${SECRET}` },
    terms,
    fetch: globalThis.fetch,
    clock: nowMs,
    verifyTimeoutMs: 500,
    settleTimeoutMs: 500,
  })
  const settler = createRemoteSettler({
    facilitator,
    ledger,
    handovers,
    chain: world.usdcChain,
    headTimeS: async () => Number((await world.client.getBlock()).timestamp),
    clock: nowMs,
    sleep(ms, signal) {
      if (ms === (changes.waitMs ?? WAIT_MS)) return timerSleep(ms, signal)
      skip(ms)
      return timerSleep(ms / 50, signal)
    },
    waitMs: WAIT_MS,
    log: (event, facts) => void log.push(JSON.stringify({ event, ...facts })),
    ...changes,
  })
  settlers.push(settler)
  return settler
}

/** As an honest facilitator does; answers the transaction. */
async function send(authorization: Authorization): Promise<`0x${string}`> {
  const call = world.usdcChain.settlementCall([authorization])
  const hash = await world.client.sendTransaction({ account: world.wallet, ...call })
  await world.client.waitForTransactionReceipt({ hash })
  return hash
}

const paid = (transaction: string) => ({ body: { success: true, transaction, network: "eip155:8453", payer: "0x" } })
const failed = (errorReason: string, transaction = "") => ({
  body: { success: false, errorReason, transaction, network: "eip155:8453" },
})
const income = async () => (await world.balanceOf(terms.payTo)) - incomeBefore
const stateOf = async (id: string) => (await ledger.find(id))?.state
const settleCalls = () => fake.calls.filter((call) => call === "settle").length

async function one() {
  const [sale] = await sellTo(world, ledger, 1)
  if (!sale) throw new Error("Nothing was sold.")
  return sale
}

describe("a facilitator that does its work", () => {
  test("verify, then settle, in the words of the specification, with the operator's header", async () => {
    const sale = await one()
    const bodies: unknown[] = []
    fake.verify = (body) => {
      bodies.push(body)
      return { body: { isValid: true } }
    }
    fake.settle = async (body) => {
      bodies.push(body)
      return paid(await send(sale.authorization))
    }
    const settlement = await openRemote().settle(sale)
    const row = await ledger.find(sale.id)
    expect(settlement).toMatchObject({ kind: "settled", transaction: row?.transaction })
    expect([row?.state, await income()]).toEqual(["settled", PRICE])
    expect(fake.calls).toEqual(["verify", "settle"])
    expect(fake.headers.map(({ authorization }) => authorization)).toEqual(Array(2).fill(`Bearer ${SECRET}`))
    for (const body of bodies) {
      const { paymentPayload } = z.object({ paymentPayload: z.unknown() }).parse(body)
      expect(parsePaymentPayload(paymentPayload)).toMatchObject({ success: true })
      expect(body).toMatchObject({ x402Version: 2, paymentRequirements: { amount: "50000", payTo: terms.payTo } })
    }
  })

  test("the official facilitator of @x402/core and @x402/evm settles for us", async () => {
    const account = newPayer()
    await world.client.setBalance({ address: account.address, value: parseEther("1") })
    Object.assign(fake, officialFacilitator(world, account))
    const sales = await sellTo(world, ledger, 2)
    const settler = openRemote()
    for (const sale of sales) expect(await settler.settle(sale)).toMatchObject({ kind: "settled" })
    expect(await income()).toBe(2n * PRICE)
    const broke = await sellOne(ledger)
    expect(await settler.settle(broke)).toEqual({ kind: "refused", reason: "invalid_exact_evm_insufficient_balance" })
    expect(await stateOf(broke.id)).toBe("refused")
  })

  test("two who ask for one payment at once hear one outcome of one request", async () => {
    const sale = await one()
    fake.settle = async () => paid(await send(sale.authorization))
    const settler = openRemote()
    const [first, second] = await Promise.all([settler.settle(sale), settler.settle(sale)])
    expect(second).toEqual(first)
    expect(await settler.settle(sale), "and later again").toMatchObject({ kind: "settled" })
    expect(fake.calls).toEqual(["verify", "settle"])
  })
})

describe("a facilitator that cannot be understood", () => {
  test.each([
    ["never answers", null],
    ["answers 500", { status: 500, body: "" }],
    ["answers 502 in HTML", { status: 502, body: "<html>Bad gateway</html>", type: "text/html" }],
    ["answers 200 in HTML", { body: "<html>Welcome</html>", type: "text/html" }],
    ["answers another shape", { body: { ok: true } }],
    ["answers too much", { body: "x".repeat(100_000) }],
    ["says failed after sending", failed("invalid_exact_evm_transaction_failed")],
    ["says that it had a fault after sending", { status: 500, body: failed("unexpected_settle_error").body }],
    ["says settled, and not where", paid("")],
    ["says settled, in another transaction", paid(numberToHex(7, { size: 32 }))],
  ])("one that %s after the money moved: settled by the chain, asked once", async (_, reply) => {
    const sale = await one()
    let transaction: string | null = null
    fake.settle = async () => {
      transaction = await send(sale.authorization)
      return reply
    }
    expect(await openRemote().settle(sale)).toMatchObject({ kind: "settled", transaction })
    expect([await stateOf(sale.id), await income(), settleCalls()]).toEqual(["settled", PRICE, 1])
  })

  test.each([
    ["answers 500", { status: 500, body: "" }],
    ["answers in HTML", { body: "<html>Welcome</html>", type: "text/html" }],
    ["says that it is pending", failed("settlement_pending")],
    ["lies that it settled", paid(numberToHex(7, { size: 32 }))],
  ])("one that %s and moved nothing: pending, and asked again only later, after the chain", async (_, reply) => {
    const sale = await one()
    fake.settle = async () => (settleCalls() === 1 ? reply : paid(await send(sale.authorization)))
    const startedMs = nowMs()
    const settler = openRemote({ waitMs: 300 })
    expect(await settler.settle(sale)).toEqual({ kind: "pending", transaction: null })
    expect(await stateOf(sale.id), "can be neither released nor sold again").toBe("sent")
    await expect.poll(() => stateOf(sale.id), { timeout: 5_000 }).toBe("settled")
    expect([await income(), settleCalls()]).toEqual([PRICE, 2])
    expect(nowMs() - startedMs).toBeGreaterThan(30_000)
    expect(await settler.settle(sale)).toMatchObject({ kind: "settled" })
  })

  test("while the chain cannot be asked nothing is repeated", async () => {
    const sale = await one()
    let looks = 0
    const headTimeS = () => {
      looks += 1
      return Promise.reject(new Error("connect ETIMEDOUT"))
    }
    const settler = openRemote({ headTimeS, waitMs: 300 })
    expect(await settler.settle(sale)).toMatchObject({ kind: "pending" })
    await expect.poll(() => looks, { timeout: 5_000 }).toBeGreaterThan(8)
    expect(settleCalls()).toBe(1)
  })

  test("one that lies about success delivers nothing: the transfer of somebody else proves nothing", async () => {
    const [theirs, ours] = [await one(), newPayer()]
    const transaction = await send(theirs.authorization)
    fake.settle = () => paid(transaction)
    await world.mint(ours.address)
    const { gate } = await openTill({
      ledger,
      comingBack,
      chain: world.usdcChain,
      settler: openRemote({ waitMs: 300 }),
      chainId: CHAIN_ID,
      terms,
      redeliveryWindowMs: 900_000,
      confirmations: 1,
      clock: Date.now,
      sleep: (ms, signal) => timerSleep(ms / 50, signal),
      warn: () => undefined,
    })
    const sold = () => Promise.resolve({ body: "worth its price", etag: null })
    const authorization = await authorizeNow(ours)
    expect(await gate.pay(present(authorization), btc, sold)).toMatchObject({ kind: "pending" })
    expect(await world.balanceOf(ours.address)).toBe(PRICE)
  })
})

describe("what ends without money", () => {
  test("a payment that the facilitator does not take is refused with its reason, before it is handed over", async () => {
    const sale = await one()
    const settler = openRemote()
    fake.verify = () => ({ body: { isValid: false, invalidReason: "insufficient_funds" } })
    const refused = { kind: "refused", reason: "invalid_exact_evm_insufficient_balance" }
    expect(await settler.settle(sale)).toEqual(refused)
    fake.verify = () => ({ body: { isValid: false, invalidReason: "blocked_by_policy" } })
    const other = await one()
    expect(await settler.settle(other)).toEqual({ kind: "refused", reason: "facilitator_refused" })
    expect([await stateOf(sale.id), settleCalls()]).toEqual(["refused", 0])
  })

  test.each([
    ["answers 401", { status: 401, body: { error: SECRET } }],
    ["answers in HTML", { body: "<html></html>", type: "text/html" }],
    ["never answers", null],
    ["has a fault", { status: 500, body: { isValid: false, invalidReason: "unexpected_verify_error" } }],
  ])("one that %s when it verifies: unsent, the row is the claimant's", async (_, reply) => {
    const sale = await one()
    fake.verify = () => reply
    expect(await openRemote().settle(sale)).toMatchObject({ kind: "unsent" })
    expect([await stateOf(sale.id), settleCalls()]).toEqual(["answered", 0])
  })

  test("one that turns the settlement away at its door: unsent, and the proof is as good as new", async () => {
    const sale = await one()
    fake.settle = () => ({ status: 429, body: "slow down" })
    const settler = openRemote()
    expect(await settler.settle(sale)).toMatchObject({ kind: "unsent" })
    expect(await stateOf(sale.id)).toBe("refused")
    fake.settle = async () => paid(await send(sale.authorization))
    const again = await sell(ledger, sale.authorization)
    expect(await settler.settle({ ...sale, id: again })).toMatchObject({ kind: "settled" })
    expect(await income()).toBe(PRICE)
  })

  test("a payer who took the money away meanwhile is refused once the facilitator gives up", async () => {
    const sale = await sellOne(ledger)
    fake.settle = () => failed("insufficient_funds")
    const refused = { kind: "refused", reason: "invalid_exact_evm_insufficient_balance" }
    expect(await openRemote().settle(sale)).toEqual(refused)
  })

  test("an outcome that nobody knows ends when the chain's time is past the authorization", async () => {
    const sale = await one()
    const headTimeS = () => Promise.resolve(sale.authorization.validBeforeS + 61)
    const refused = { kind: "refused", reason: "invalid_exact_evm_payload_authorization_valid_before" }
    expect(await openRemote({ headTimeS }).settle(sale)).toEqual(refused)
    expect(await stateOf(sale.id)).toBe("refused")
  })
})

describe("restarts and rests", () => {
  test("what an earlier process handed over is taken up: settled where it moved, sent where it did not", async () => {
    const [moved, lost] = await sellTo(world, ledger, 2)
    if (!moved || !lost) throw new Error("Two sales were asked for.")
    for (const { id } of [moved, lost]) await handovers.begin(id, nowMs())
    await send(moved.authorization)
    fake.settle = async () => paid(await send(lost.authorization))
    await openRemote().recover()
    for (const { id } of [moved, lost]) await expect.poll(() => stateOf(id), { timeout: 5_000 }).toBe("settled")
    expect([await income(), fake.calls]).toEqual([2n * PRICE, ["settle"]])
  })

  test("after three faults in a row it is left alone for a while, and health knows", async () => {
    fake.verify = () => ({ status: 503, body: "" })
    const settler = openRemote()
    for (let n = 0; n < 4; n += 1) {
      expect(await settler.settle(await sellOne(ledger))).toMatchObject({ kind: "unsent" })
    }
    expect(fake.calls).toHaveLength(3)
    expect(settler.status()).toMatchObject({ account: null, facilitator: { isResting: true } })
    skip(5_001)
    const sale = await one()
    fake.verify = () => ({ body: { isValid: true } })
    fake.settle = async () => paid(await send(sale.authorization))
    expect(await settler.settle(sale)).toMatchObject({ kind: "settled" })
    expect(settler.status().facilitator).toMatchObject({ isResting: false, lastFault: null })
  })

  test("where nobody listens nothing was sent; the secret is in no log line", async () => {
    await fake.stop()
    expect(await openRemote().settle(await one())).toMatchObject({ kind: "unsent" })
    fake = await startFakeFacilitator()
    const settler = openRemote()
    fake.verify = () => ({ status: 302, body: SECRET })
    expect(await settler.settle(await one())).toMatchObject({ kind: "unsent" })
    expect(log.length).toBeGreaterThan(1)
    expect(log.join("\n") + JSON.stringify(settler.status())).not.toContain(SECRET)
  })
})
