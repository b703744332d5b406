import { numberToHex } from "viem"
import { describe, expect, test } from "vitest"
import { headOf } from "@/lib/x402/chain/head"
import { timerSleep } from "@/lib/outbound/ports"
import { createPaymentService } from "@/lib/x402/payment-service"
import type { Behaviour } from "@/tools/testing/payments/fake-facilitator"
import { btc, CHAIN_ID, newPayer, present, PRICE, terms } from "@/tools/testing/payments/fixtures"
import { authorizeNow } from "@/tools/testing/payments/payment-setup"
import { remoteHarness } from "@/tools/testing/payments/remote-harness"
import { failedReply, settledReply } from "@/tools/testing/payments/remote-setup"

const harness = remoteHarness()
/** The transaction of another payment. */
let other: string

describe("a facilitator with unclear replies", () => {
  test.each([
    ["never answers", null],
    ["answers 500", { status: 500, body: "" }],
    ["answers 502 in HTML", { status: 502, body: "<html>Bad gateway</html>", type: "text/html" }],
    ["answers 200 in HTML", { body: "<html>Welcome</html>", type: "text/html" }],
    ["answers JSON of another shape", { body: { ok: true } }],
    ["answers 100 kB", { body: "x".repeat(100_000) }],
    ["reports a failed transaction", failedReply("invalid_exact_evm_transaction_failed")],
    ["reports an internal error", { status: 500, body: failedReply("unexpected_settle_error").body }],
    ["reports success without a transaction", settledReply("")],
    ["reports success with a wrong transaction", settledReply(numberToHex(7, { size: 32 }))],
  ])("that %s after the transfer is asked once, and the chain proves the settlement", async (_, reply) => {
    const sale = await harness.remote.one()
    let transaction: string | null = null
    harness.remote.fake.settle = async () => {
      transaction = await harness.remote.send(sale.authorization)
      return reply
    }
    expect(await harness.remote.openRemote().settle(sale)).toMatchObject({ kind: "settled", transaction })
    expect([
      await harness.remote.stateOf(sale.id),
      await harness.remote.income(),
      harness.remote.settleCalls(),
    ]).toEqual(["settled", PRICE, 1])
  })

  test.each([
    ["answers 500", { status: 500, body: "" }],
    ["answers in HTML", { body: "<html>Welcome</html>", type: "text/html" }],
    ["reports a pending settlement", failedReply("settlement_pending")],
    ["reports success falsely", settledReply(numberToHex(7, { size: 32 }))],
  ])("that %s without a transfer leaves the payment pending and is asked again after 30 s", async (_, reply) => {
    const sale = await harness.remote.one()
    let markSeen = () => {}
    const seen = new Promise<void>((resolve) => (markSeen = resolve))
    harness.remote.fake.settle = async () => {
      if (harness.remote.settleCalls() === 1) return reply
      await seen
      return settledReply(await harness.remote.send(sale.authorization))
    }
    const startedMs = harness.remote.nowMs()
    const settler = harness.remote.openRemote({ waitMs: 300 })
    expect(await settler.settle(sale)).toEqual({ kind: "pending", transaction: null })
    await expect
      .poll(() => harness.remote.stateOf(sale.id), { message: "the payment can be neither released nor sold again" })
      .toBe("sent")
    markSeen()
    await expect.poll(() => harness.remote.stateOf(sale.id)).toBe("settled")
    expect([await harness.remote.income(), harness.remote.settleCalls()]).toEqual([PRICE, 2])
    expect(harness.remote.nowMs() - startedMs).toBeGreaterThan(30_000)
    expect(await settler.settle(sale)).toMatchObject({ kind: "settled" })
  })

  const idle: readonly (readonly [string, Behaviour])[] = [
    ["rejects the second request with 429", () => ({ status: 429, body: "slow down" })],
    ["refuses the second request", () => failedReply("invalid_exact_evm_insufficient_balance")],
    ["reports a failed transaction for the second request", () => failedReply("invalid_transaction_state", other)],
  ]

  test.each(idle)("that %s leaves the payment pending, because the first may be executed", async (_, second) => {
    const sale = await harness.remote.one()
    other = await harness.remote.send((await harness.remote.one()).authorization)
    harness.remote.fake.settle = (body) => (harness.remote.settleCalls() === 1 ? null : second(body))
    const settler = harness.remote.openRemote({ waitMs: 300 })
    expect(await settler.settle(sale)).toEqual({ kind: "pending", transaction: null })
    await expect.poll(() => harness.remote.settleCalls()).toBeGreaterThan(2)
    expect(await harness.remote.stateOf(sale.id)).toBe("sent")
    const transaction = await harness.remote.send(sale.authorization)
    await expect.poll(() => harness.remote.stateOf(sale.id)).toBe("settled")
    expect(await settler.settle(sale)).toEqual({ kind: "settled", transaction })
  })

  test.each(idle)(
    "that %s leaves a payment of an earlier process pending, because the first may be executed",
    async (_, second) => {
      const sale = await harness.remote.one()
      other = await harness.remote.send((await harness.remote.one()).authorization)
      await harness.remote.submissions.begin(sale, harness.remote.nowMs())
      harness.remote.fake.settle = second
      const settler = harness.remote.openRemote({ waitMs: 300 })
      await settler.recover()
      await expect.poll(() => harness.remote.settleCalls()).toBeGreaterThan(1)
      expect(await settler.settle(sale)).toEqual({ kind: "pending", transaction: null })
      const transaction = await harness.remote.send(sale.authorization)
      await expect.poll(() => harness.remote.stateOf(sale.id)).toBe("settled")
      expect(await settler.settle(sale)).toEqual({ kind: "settled", transaction })
    },
  )

  test("that rejects the first request while the chain is unreadable, and settles when another process asks", async () => {
    const sale = await harness.remote.one()
    let isSilent = true
    let looks = 0
    const head = async () => {
      looks += 1
      if (isSilent) throw new Error("connect ETIMEDOUT")
      return headOf(harness.setup.client)
    }
    harness.remote.fake.settle = () => ({ status: 429, body: "slow down" })
    const first = harness.remote.openRemote({ head, waitMs: 300 })
    expect(await first.settle(sale)).toMatchObject({ kind: "pending" })
    await expect.poll(() => looks, { message: "the facilitator has answered" }).toBeGreaterThan(0)
    harness.remote.fake.settle = () => null
    const second = harness.remote.openRemote({ waitMs: 300 })
    await second.recover()
    await expect.poll(() => harness.remote.settleCalls()).toBeGreaterThan(1)
    looks = 0
    isSilent = false
    await expect.poll(() => looks).toBeGreaterThan(2)
    expect(await harness.remote.stateOf(sale.id)).toBe("sent")
    await harness.remote.send(sale.authorization)
    await expect.poll(() => harness.remote.stateOf(sale.id)).toBe("settled")
  })

  test("is not asked again while the chain cannot be read", async () => {
    const sale = await harness.remote.one()
    let looks = 0
    const head = () => {
      looks += 1
      return Promise.reject(new Error("connect ETIMEDOUT"))
    }
    const settler = harness.remote.openRemote({ head, waitMs: 300 })
    expect(await settler.settle(sale)).toMatchObject({ kind: "pending" })
    await expect.poll(() => looks).toBeGreaterThan(8)
    expect(harness.remote.settleCalls()).toBe(1)
  })

  test("that reports success with another payer's transfer leaves the payment pending, and no answer is delivered", async () => {
    const [theirs, ours] = [await harness.remote.one(), newPayer()]
    const transaction = await harness.remote.send(theirs.authorization)
    harness.remote.fake.settle = () => settledReply(transaction)
    await harness.setup.mint(ours.address)
    const { gate } = await createPaymentService({
      ledger: harness.remote.ledger,
      redeliveryStores: harness.remote.redeliveryStores,
      chain: harness.setup.usdcChain,
      settler: harness.remote.openRemote({ waitMs: 300 }),
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
    expect(await harness.setup.balanceOf(ours.address)).toBe(PRICE)
  })
})
