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
/** A transaction that paid for something else. */
let other: string

describe("a facilitator with unclear replies", () => {
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
    ["says that it is pending", failed("settlement_pending")],
    ["lies that it settled", paid(numberToHex(7, { size: 32 }))],
  ])("one that %s and moved nothing: pending, and asked again only later, after the chain", async (_, reply) => {
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
      .poll(() => stage.remote.stateOf(sale.id), { message: "can be neither released nor sold again" })
      .toBe("sent")
    letGo()
    await expect.poll(() => stage.remote.stateOf(sale.id)).toBe("settled")
    expect([await stage.remote.income(), stage.remote.settleCalls()]).toEqual([PRICE, 2])
    expect(stage.remote.nowMs() - startedMs).toBeGreaterThan(30_000)
    expect(await settler.settle(sale)).toMatchObject({ kind: "settled" })
  })

  const idle: readonly (readonly [string, Behaviour])[] = [
    ["turns the second request away at its door", () => ({ status: 429, body: "slow down" })],
    ["says that it refuses the second request", () => failed("invalid_exact_evm_insufficient_balance")],
    ["says that the second request's transaction failed", () => failed("invalid_transaction_state", other)],
  ]

  test.each(idle)(
    "that %s may still execute the first request: pending until the chain shows it",
    async (_, second) => {
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
    },
  )

  test.each(idle)("that %s, asked by an earlier process: pending until the chain shows it", async (_, second) => {
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
  })

  test("that did nothing when first asked, on a silent chain, until another process asked", async () => {
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
    await expect.poll(() => looks, { message: "its answer has come" }).toBeGreaterThan(0)
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

  test("nothing is repeated while the chain cannot be read", async () => {
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

  test("that falsely reports success delivers nothing: another payer's transfer does not count", async () => {
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
