import { parsePaymentPayload } from "@x402/core/schemas"
import { parseEther } from "viem"
import { describe, expect, test } from "vitest"
import { z } from "zod"
import { timerSleep } from "@/lib/outbound/ports"
import { createPaymentService } from "@/lib/x402/payment-service"
import { officialFacilitator } from "@/tools/testing/payments/fake-facilitator"
import { btc, CHAIN_ID, newPayer, present, PRICE, terms } from "@/tools/testing/payments/fixtures"
import { authorizeNow, queueSale, queueSales } from "@/tools/testing/payments/payment-setup"
import { remoteHarness } from "@/tools/testing/payments/remote-harness"
import { failedReply, openRemoteSetup, settledReply, SECRET } from "@/tools/testing/payments/remote-setup"

const harness = remoteHarness()

describe("a working facilitator", () => {
  test("receives a verify and a settle request as specified, with the operator's header", async () => {
    const sale = await harness.remote.one()
    const bodies: unknown[] = []
    harness.remote.fake.verify = (body) => {
      bodies.push(body)
      return { body: { isValid: true } }
    }
    harness.remote.fake.settle = async (body) => {
      bodies.push(body)
      return settledReply(await harness.remote.send(sale.authorization))
    }
    const settlement = await harness.remote.openRemote().settle(sale)
    const row = await harness.remote.ledger.find(sale.id)
    expect(settlement).toMatchObject({ kind: "settled", transaction: row?.transaction })
    expect([row?.state, await harness.remote.income()]).toEqual(["settled", PRICE])
    expect(harness.remote.fake.calls).toEqual(["verify", "settle"])
    expect(harness.remote.fake.headers.map(({ authorization }) => authorization)).toEqual(
      Array(2).fill(`Bearer ${SECRET}`),
    )
    for (const body of bodies) {
      const { paymentPayload } = z.object({ paymentPayload: z.unknown() }).parse(body)
      expect(parsePaymentPayload(paymentPayload)).toMatchObject({ success: true })
      expect(body).toMatchObject({ x402Version: 2, paymentRequirements: { amount: "50000", payTo: terms.payTo } })
    }
  })

  test("the official facilitator of @x402/core and @x402/evm settles for us", async () => {
    const account = newPayer()
    await harness.setup.client.setBalance({ address: account.address, value: parseEther("1") })
    Object.assign(harness.remote.fake, officialFacilitator(harness.setup, account))
    const sales = await queueSales(harness.setup, harness.remote.ledger, 2)
    const settler = harness.remote.openRemote()
    for (const sale of sales) expect(await settler.settle(sale)).toMatchObject({ kind: "settled" })
    expect(await harness.remote.income()).toBe(2n * PRICE)
    const unfunded = await queueSale(harness.remote.ledger)
    expect(await settler.settle(unfunded)).toEqual({
      kind: "refused",
      reason: "invalid_exact_evm_insufficient_balance",
    })
    expect(await harness.remote.stateOf(unfunded.id)).toBe("refused")
  })

  test("two concurrent settlements of one payment share one request and one outcome", async () => {
    const sale = await harness.remote.one()
    harness.remote.fake.settle = async () => settledReply(await harness.remote.send(sale.authorization))
    const settler = harness.remote.openRemote()
    const [first, second] = await Promise.all([settler.settle(sale), settler.settle(sale)])
    expect(second).toEqual(first)
    expect(await settler.settle(sale), "and later again").toMatchObject({ kind: "settled" })
    expect(harness.remote.fake.calls).toEqual(["verify", "settle"])
  })
})

describe("payments that end without a transfer", () => {
  test("a payment that the facilitator refuses at verification is refused with its reason and not submitted", async () => {
    const sale = await harness.remote.one()
    const settler = harness.remote.openRemote()
    harness.remote.fake.verify = () => ({ body: { isValid: false, invalidReason: "insufficient_funds" } })
    const refused = { kind: "refused", reason: "invalid_exact_evm_insufficient_balance" }
    expect(await settler.settle(sale)).toEqual(refused)
    harness.remote.fake.verify = () => ({ body: { isValid: false, invalidReason: "blocked_by_policy" } })
    const other = await harness.remote.one()
    expect(await settler.settle(other)).toEqual({ kind: "refused", reason: "facilitator_refused" })
    expect([await harness.remote.stateOf(sale.id), harness.remote.settleCalls()]).toEqual(["refused", 0])
  })

  test("a refusal by the facilitator causes no cool-down: the payer is served as soon as it accepts", async () => {
    const payer = newPayer()
    await harness.setup.mint(payer.address, payer.address)
    const { gate } = await createPaymentService({
      ledger: harness.remote.ledger,
      redeliveryStores: harness.remote.redeliveryStores,
      chain: harness.setup.usdcChain,
      settler: harness.remote.openRemote(),
      chainId: CHAIN_ID,
      terms,
      redeliveryWindowMs: 900_000,
      confirmations: 1,
      clock: harness.remote.nowMs,
      sleep: () => Promise.resolve(),
      warn: () => undefined,
    })
    const proofs = [await authorizeNow(payer), await authorizeNow(payer)]
    const buy = async () => {
      const outcomes = []
      for (const proof of proofs) {
        outcomes.push(await gate.pay(present(proof), btc, () => Promise.resolve({ body: "{}", etag: null })))
      }
      return outcomes
    }
    const invalidReason = "invalid_exact_evm_transaction_simulation_failed"
    harness.remote.fake.verify = () => ({ body: { isValid: false, invalidReason } })
    expect(await buy()).toMatchObject(proofs.map(() => ({ kind: "refused", reason: invalidReason })))
    harness.remote.fake.verify = () => ({ body: { isValid: true } })
    harness.remote.fake.settle = async (body) => {
      const proof = proofs.find(({ nonce }) => JSON.stringify(body).includes(nonce))
      return proof ? settledReply(await harness.remote.send(proof)) : null
    }
    expect(await buy()).toMatchObject(proofs.map(() => ({ kind: "delivered" })))
  })

  test.each([
    ["answers 401", { status: 401, body: { error: SECRET } }],
    ["answers in HTML", { body: "<html></html>", type: "text/html" }],
    ["never answers", null],
    ["answers an internal error", { status: 500, body: { isValid: false, invalidReason: "unexpected_verify_error" } }],
  ])("a facilitator that %s at verification: the payment is unsent, and its row stays answered", async (_, reply) => {
    const sale = await harness.remote.one()
    harness.remote.fake.verify = () => reply
    expect(await harness.remote.openRemote().settle(sale)).toMatchObject({ kind: "unsent" })
    expect([await harness.remote.stateOf(sale.id), harness.remote.settleCalls()]).toEqual(["answered", 0])
  })

  test.each([401, 403, 404, 429])("a facilitator that pays and answers %i has paid", async (status) => {
    const sale = await harness.remote.one()
    let sending: Promise<unknown> | null = null
    harness.remote.fake.settle = async () => {
      await sending
      sending ??= timerSleep(500).then(() => harness.remote.send(sale.authorization))
      return { status, body: "slow down" }
    }
    const settlement = await harness.remote.openRemote().settle(sale)
    expect(settlement.kind).not.toBe("unsent")
    await expect.poll(() => harness.remote.stateOf(sale.id), { timeout: 10_000 }).toBe("settled")
    expect(await harness.remote.income()).toBe(PRICE)
  })

  test("a payment without balance is refused when the facilitator reports insufficient funds", async () => {
    const sale = await queueSale(harness.remote.ledger)
    harness.remote.fake.settle = () => failedReply("insufficient_funds")
    const refused = { kind: "refused", reason: "invalid_exact_evm_insufficient_balance" }
    expect(await harness.remote.openRemote().settle(sale)).toEqual(refused)
  })

  test("a payment with an unknown outcome is refused once the chain's time is past its authorization", async () => {
    const sale = await harness.remote.one()
    const head = () => Promise.resolve({ blockNumber: 1n, timeS: sale.authorization.validBeforeS + 61 })
    const refused = { kind: "refused", reason: "invalid_exact_evm_payload_authorization_valid_before" }
    expect(await harness.remote.openRemote({ head }).settle(sale)).toEqual(refused)
    expect(await harness.remote.stateOf(sale.id)).toBe("refused")
  })
})

describe("restarts and outages", () => {
  test("submissions of an earlier process are settled where the money moved, and submitted again otherwise", async () => {
    const [moved, lost] = await queueSales(harness.setup, harness.remote.ledger, 2)
    if (!moved || !lost) throw new Error("Two sales were asked for.")
    for (const sale of [moved, lost]) await harness.remote.submissions.begin(sale, harness.remote.nowMs())
    await harness.remote.send(moved.authorization)
    harness.remote.fake.settle = async () => settledReply(await harness.remote.send(lost.authorization))
    await harness.remote.openRemote().recover()
    for (const { id } of [moved, lost])
      await expect.poll(() => harness.remote.stateOf(id), { timeout: 5_000 }).toBe("settled")
    expect([await harness.remote.income(), harness.remote.fake.calls]).toEqual([2n * PRICE, ["settle"]])
  })

  test("after three consecutive faults requests to the facilitator pause, and health reports the pause", async () => {
    harness.remote.fake.verify = () => ({ status: 503, body: "" })
    const settler = harness.remote.openRemote()
    for (let n = 0; n < 4; n += 1) {
      expect(await settler.settle(await queueSale(harness.remote.ledger))).toMatchObject({ kind: "unsent" })
    }
    expect(harness.remote.fake.calls).toHaveLength(3)
    expect(settler.status()).toMatchObject({ account: null, facilitator: { isCircuitOpen: true } })
    harness.remote.passTime(5_001)
    const sale = await harness.remote.one()
    harness.remote.fake.verify = () => ({ body: { isValid: true } })
    harness.remote.fake.settle = async () => settledReply(await harness.remote.send(sale.authorization))
    expect(await settler.settle(sale)).toMatchObject({ kind: "settled" })
    expect(settler.status().facilitator).toMatchObject({ isCircuitOpen: false, lastFault: null })
  })

  test("with an unreachable facilitator the payment is unsent, and the secret is in no log line", async () => {
    await harness.remote.fake.stop()
    expect(await harness.remote.openRemote().settle(await harness.remote.one())).toMatchObject({ kind: "unsent" })
    const other = await openRemoteSetup(harness.setup)
    const settler = other.openRemote()
    other.fake.verify = () => ({ status: 302, body: SECRET })
    expect(await settler.settle(await other.one())).toMatchObject({ kind: "unsent" })
    const lines = [...harness.remote.log, ...other.log]
    expect(lines.length).toBeGreaterThan(1)
    expect(lines.join("\n") + JSON.stringify(settler.status())).not.toContain(SECRET)
    await other.close()
  })
})
