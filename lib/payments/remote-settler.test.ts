import { parsePaymentPayload } from "@x402/core/schemas"
import { parseEther } from "viem"
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest"
import { z } from "zod"
import { officialFacilitator } from "@/lib/testing/fake-facilitator"
import { newPayer, PRICE, terms } from "@/lib/testing/payment-fixtures"
import { openPaymentWorld, type PaymentWorld, sell, sellOne, sellTo } from "@/lib/testing/payment-world"
import { failed, openRemoteWorld, paid, SECRET } from "@/lib/testing/remote-world"

let world: PaymentWorld
let remote: Awaited<ReturnType<typeof openRemoteWorld>>

beforeAll(async () => {
  world = await openPaymentWorld()
}, 30_000)
afterAll(() => world.stop())
beforeEach(async () => {
  remote = await openRemoteWorld(world)
})
afterEach(() => remote.close())

describe("a facilitator that does its work", () => {
  test("verify, then settle, in the words of the specification, with the operator's header", async () => {
    const sale = await remote.one()
    const bodies: unknown[] = []
    remote.fake.verify = (body) => {
      bodies.push(body)
      return { body: { isValid: true } }
    }
    remote.fake.settle = async (body) => {
      bodies.push(body)
      return paid(await remote.send(sale.authorization))
    }
    const settlement = await remote.openRemote().settle(sale)
    const row = await remote.ledger.find(sale.id)
    expect(settlement).toMatchObject({ kind: "settled", transaction: row?.transaction })
    expect([row?.state, await remote.income()]).toEqual(["settled", PRICE])
    expect(remote.fake.calls).toEqual(["verify", "settle"])
    expect(remote.fake.headers.map(({ authorization }) => authorization)).toEqual(Array(2).fill(`Bearer ${SECRET}`))
    for (const body of bodies) {
      const { paymentPayload } = z.object({ paymentPayload: z.unknown() }).parse(body)
      expect(parsePaymentPayload(paymentPayload)).toMatchObject({ success: true })
      expect(body).toMatchObject({ x402Version: 2, paymentRequirements: { amount: "50000", payTo: terms.payTo } })
    }
  })

  test("the official facilitator of @x402/core and @x402/evm settles for us", async () => {
    const account = newPayer()
    await world.client.setBalance({ address: account.address, value: parseEther("1") })
    Object.assign(remote.fake, officialFacilitator(world, account))
    const sales = await sellTo(world, remote.ledger, 2)
    const settler = remote.openRemote()
    for (const sale of sales) expect(await settler.settle(sale)).toMatchObject({ kind: "settled" })
    expect(await remote.income()).toBe(2n * PRICE)
    const broke = await sellOne(remote.ledger)
    expect(await settler.settle(broke)).toEqual({ kind: "refused", reason: "invalid_exact_evm_insufficient_balance" })
    expect(await remote.stateOf(broke.id)).toBe("refused")
  })

  test("two who ask for remote.one payment at once hear remote.one outcome of remote.one request", async () => {
    const sale = await remote.one()
    remote.fake.settle = async () => paid(await remote.send(sale.authorization))
    const settler = remote.openRemote()
    const [first, second] = await Promise.all([settler.settle(sale), settler.settle(sale)])
    expect(second).toEqual(first)
    expect(await settler.settle(sale), "and later again").toMatchObject({ kind: "settled" })
    expect(remote.fake.calls).toEqual(["verify", "settle"])
  })
})

describe("what ends without money", () => {
  test("a payment that the facilitator does not take is refused with its reason, before it is handed over", async () => {
    const sale = await remote.one()
    const settler = remote.openRemote()
    remote.fake.verify = () => ({ body: { isValid: false, invalidReason: "insufficient_funds" } })
    const refused = { kind: "refused", reason: "invalid_exact_evm_insufficient_balance" }
    expect(await settler.settle(sale)).toEqual(refused)
    remote.fake.verify = () => ({ body: { isValid: false, invalidReason: "blocked_by_policy" } })
    const other = await remote.one()
    expect(await settler.settle(other)).toEqual({ kind: "refused", reason: "facilitator_refused" })
    expect([await remote.stateOf(sale.id), remote.settleCalls()]).toEqual(["refused", 0])
  })

  test.each([
    ["answers 401", { status: 401, body: { error: SECRET } }],
    ["answers in HTML", { body: "<html></html>", type: "text/html" }],
    ["never answers", null],
    ["has a fault", { status: 500, body: { isValid: false, invalidReason: "unexpected_verify_error" } }],
  ])("one that %s when it verifies: unsent, the row is the claimant's", async (_, reply) => {
    const sale = await remote.one()
    remote.fake.verify = () => reply
    expect(await remote.openRemote().settle(sale)).toMatchObject({ kind: "unsent" })
    expect([await remote.stateOf(sale.id), remote.settleCalls()]).toEqual(["answered", 0])
  })

  test("one that turns the settlement away at its door: unsent, and the proof is as good as new", async () => {
    const sale = await remote.one()
    remote.fake.settle = () => ({ status: 429, body: "slow down" })
    const settler = remote.openRemote()
    expect(await settler.settle(sale)).toMatchObject({ kind: "unsent" })
    expect(await remote.stateOf(sale.id)).toBe("refused")
    remote.fake.settle = async () => paid(await remote.send(sale.authorization))
    const again = await sell(remote.ledger, sale.authorization)
    expect(await settler.settle({ ...sale, id: again })).toMatchObject({ kind: "settled" })
    expect(await remote.income()).toBe(PRICE)
  })

  test("a payer who took the money away meanwhile is refused once the facilitator gives up", async () => {
    const sale = await sellOne(remote.ledger)
    remote.fake.settle = () => failed("insufficient_funds")
    const refused = { kind: "refused", reason: "invalid_exact_evm_insufficient_balance" }
    expect(await remote.openRemote().settle(sale)).toEqual(refused)
  })

  test("an outcome that nobody knows ends when the chain's time is past the authorization", async () => {
    const sale = await remote.one()
    const head = () => Promise.resolve({ blockNumber: 1n, timeS: sale.authorization.validBeforeS + 61 })
    const refused = { kind: "refused", reason: "invalid_exact_evm_payload_authorization_valid_before" }
    expect(await remote.openRemote({ head }).settle(sale)).toEqual(refused)
    expect(await remote.stateOf(sale.id)).toBe("refused")
  })
})

describe("restarts and rests", () => {
  test("what an earlier process handed over is taken up: settled where it moved, sent where it did not", async () => {
    const [moved, lost] = await sellTo(world, remote.ledger, 2)
    if (!moved || !lost) throw new Error("Two sales were asked for.")
    for (const sale of [moved, lost]) await remote.handovers.begin(sale, remote.nowMs())
    await remote.send(moved.authorization)
    remote.fake.settle = async () => paid(await remote.send(lost.authorization))
    await remote.openRemote().recover()
    for (const { id } of [moved, lost]) await expect.poll(() => remote.stateOf(id), { timeout: 5_000 }).toBe("settled")
    expect([await remote.income(), remote.fake.calls]).toEqual([2n * PRICE, ["settle"]])
  })

  test("after three faults in a row it is left alone for a while, and health knows", async () => {
    remote.fake.verify = () => ({ status: 503, body: "" })
    const settler = remote.openRemote()
    for (let n = 0; n < 4; n += 1) {
      expect(await settler.settle(await sellOne(remote.ledger))).toMatchObject({ kind: "unsent" })
    }
    expect(remote.fake.calls).toHaveLength(3)
    expect(settler.status()).toMatchObject({ account: null, facilitator: { isResting: true } })
    remote.skip(5_001)
    const sale = await remote.one()
    remote.fake.verify = () => ({ body: { isValid: true } })
    remote.fake.settle = async () => paid(await remote.send(sale.authorization))
    expect(await settler.settle(sale)).toMatchObject({ kind: "settled" })
    expect(settler.status().facilitator).toMatchObject({ isResting: false, lastFault: null })
  })

  test("where nobody listens nothing was sent; the secret is in no log line", async () => {
    await remote.fake.stop()
    expect(await remote.openRemote().settle(await remote.one())).toMatchObject({ kind: "unsent" })
    const other = await openRemoteWorld(world)
    const settler = other.openRemote()
    other.fake.verify = () => ({ status: 302, body: SECRET })
    expect(await settler.settle(await other.one())).toMatchObject({ kind: "unsent" })
    const lines = [...remote.log, ...other.log]
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join("\n") + JSON.stringify(settler.status())).not.toContain(SECRET)
    await other.close()
  })
})
