import { numberToHex } from "viem"
import { describe, expect, test } from "vitest"
import { headOf } from "@/lib/chain/head"
import { timerSleep } from "@/lib/outbound/ports"
import { createPaymentService } from "@/lib/payments/payment-service"
import type { Behaviour } from "@/lib/testing/payments/fake-facilitator"
import { btc, CHAIN_ID, newPayer, present, PRICE, terms } from "@/lib/testing/payments/fixtures"
import { authorizeNow } from "@/lib/testing/payments/world"
import { remoteHarness } from "@/lib/testing/payments/remote-harness"
import { failed, paid } from "@/lib/testing/payments/remote-world"

const stage = remoteHarness()
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
    ["reports a failed transaction", failed("invalid_exact_evm_transaction_failed")],
    ["reports an internal error", { status: 500, body: failed("unexpected_settle_error").body }],
    ["reports success without a transaction", paid("")],
    ["reports success with a wrong transaction", paid(numberToHex(7, { size: 32 }))],
  ])("that %s after the transfer is asked once, and the chain proves the settlement", async (_, reply) => {
    const sale = await stage.remote.one()
    let transaction: string | null = null
    stage.remote.fake.settle = async () => {
      transaction = await stage.remote.send(sale.authorization)
      return reply
    }
    expect(await stage.remote.openRemote().settle(sale)).toMatchObject({ kind: "settled", transaction })
    expect([await stage.remote.stateOf(sale.id), await stage.remote.income(), stage.remote.settleCalls()]).toEqual([
      "settled",
      PRICE,
      1,
    ])
  })

  test.each([
    ["answers 500", { status: 500, body: "" }],
    ["answers in HTML", { body: "<html>Welcome</html>", type: "text/html" }],
    ["reports a pending settlement", failed("settlement_pending")],
    ["reports success falsely", paid(numberToHex(7, { size: 32 }))],
  ])("that %s without a transfer leaves the payment pending and is asked again after 30 s", async (_, reply) => {
    const sale = await stage.remote.one()
    let letGo = () => {}
    const seen = new Promise<void>((resolve) => (letGo = resolve))
    stage.remote.fake.settle = async () => {
      if (stage.remote.settleCalls() === 1) return reply
      await seen
      return paid(await stage.remote.send(sale.authorization))
    }
    const startedMs = stage.remote.nowMs()
    const settler = stage.remote.openRemote({ waitMs: 300 })
    expect(await settler.settle(sale)).toEqual({ kind: "pending", transaction: null })
    await expect
      .poll(() => stage.remote.stateOf(sale.id), { message: "the payment can be neither released nor sold again" })
      .toBe("sent")
    letGo()
    await expect.poll(() => stage.remote.stateOf(sale.id)).toBe("settled")
    expect([await stage.remote.income(), stage.remote.settleCalls()]).toEqual([PRICE, 2])
    expect(stage.remote.nowMs() - startedMs).toBeGreaterThan(30_000)
    expect(await settler.settle(sale)).toMatchObject({ kind: "settled" })
  })

  const idle: readonly (readonly [string, Behaviour])[] = [
    ["rejects the second request with 429", () => ({ status: 429, body: "slow down" })],
    ["refuses the second request", () => failed("invalid_exact_evm_insufficient_balance")],
    ["reports a failed transaction for the second request", () => failed("invalid_transaction_state", other)],
  ]

  test.each(idle)("that %s leaves the payment pending, because the first may be executed", async (_, second) => {
    const sale = await stage.remote.one()
    other = await stage.remote.send((await stage.remote.one()).authorization)
    stage.remote.fake.settle = (body) => (stage.remote.settleCalls() === 1 ? null : second(body))
    const settler = stage.remote.openRemote({ waitMs: 300 })
    expect(await settler.settle(sale)).toEqual({ kind: "pending", transaction: null })
    await expect.poll(() => stage.remote.settleCalls()).toBeGreaterThan(2)
    expect(await stage.remote.stateOf(sale.id)).toBe("sent")
    const transaction = await stage.remote.send(sale.authorization)
    await expect.poll(() => stage.remote.stateOf(sale.id)).toBe("settled")
    expect(await settler.settle(sale)).toEqual({ kind: "settled", transaction })
  })

  test.each(idle)(
    "that %s leaves a payment of an earlier process pending, because the first may be executed",
    async (_, second) => {
      const sale = await stage.remote.one()
      other = await stage.remote.send((await stage.remote.one()).authorization)
      await stage.remote.submissions.begin(sale, stage.remote.nowMs())
      stage.remote.fake.settle = second
      const settler = stage.remote.openRemote({ waitMs: 300 })
      await settler.recover()
      await expect.poll(() => stage.remote.settleCalls()).toBeGreaterThan(1)
      expect(await settler.settle(sale)).toEqual({ kind: "pending", transaction: null })
      const transaction = await stage.remote.send(sale.authorization)
      await expect.poll(() => stage.remote.stateOf(sale.id)).toBe("settled")
      expect(await settler.settle(sale)).toEqual({ kind: "settled", transaction })
    },
  )

  test("that rejects the first request while the chain is unreadable, and settles when another process asks", async () => {
    const sale = await stage.remote.one()
    let isSilent = true
    let looks = 0
    const head = async () => {
      looks += 1
      if (isSilent) throw new Error("connect ETIMEDOUT")
      return headOf(stage.world.client)
    }
    stage.remote.fake.settle = () => ({ status: 429, body: "slow down" })
    const first = stage.remote.openRemote({ head, waitMs: 300 })
    expect(await first.settle(sale)).toMatchObject({ kind: "pending" })
    await expect.poll(() => looks, { message: "the facilitator has answered" }).toBeGreaterThan(0)
    stage.remote.fake.settle = () => null
    const second = stage.remote.openRemote({ waitMs: 300 })
    await second.recover()
    await expect.poll(() => stage.remote.settleCalls()).toBeGreaterThan(1)
    looks = 0
    isSilent = false
    await expect.poll(() => looks).toBeGreaterThan(2)
    expect(await stage.remote.stateOf(sale.id)).toBe("sent")
    await stage.remote.send(sale.authorization)
    await expect.poll(() => stage.remote.stateOf(sale.id)).toBe("settled")
  })

  test("is not asked again while the chain cannot be read", async () => {
    const sale = await stage.remote.one()
    let looks = 0
    const head = () => {
      looks += 1
      return Promise.reject(new Error("connect ETIMEDOUT"))
    }
    const settler = stage.remote.openRemote({ head, waitMs: 300 })
    expect(await settler.settle(sale)).toMatchObject({ kind: "pending" })
    await expect.poll(() => looks).toBeGreaterThan(8)
    expect(stage.remote.settleCalls()).toBe(1)
  })

  test("that reports success with another payer's transfer leaves the payment pending, and no answer is delivered", async () => {
    const [theirs, ours] = [await stage.remote.one(), newPayer()]
    const transaction = await stage.remote.send(theirs.authorization)
    stage.remote.fake.settle = () => paid(transaction)
    await stage.world.mint(ours.address)
    const { gate } = await createPaymentService({
      ledger: stage.remote.ledger,
      redeliveryStores: stage.remote.redeliveryStores,
      chain: stage.world.usdcChain,
      settler: stage.remote.openRemote({ waitMs: 300 }),
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
    expect(await stage.world.balanceOf(ours.address)).toBe(PRICE)
  })
})
