import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { CLAIM_MS } from "@/lib/ledger/ledger"
import { type Answer, type Authorization, paymentId } from "@/lib/ledger/payment"
import { resourceOf } from "@/lib/payments/wire/requirements"
import { HEALTHY, openGate, send, settled } from "@/lib/testing/payments/fakes"
import { authorize, btc, eth, newPayer, NOW_S, present, terms } from "@/lib/testing/payments/fixtures"

/* Whoever hears "not charged" is not charged afterwards either. */

let opened: Awaited<ReturnType<typeof openGate>>
let world: typeof opened.world
let good: Authorization
let id: string

beforeEach(async () => {
  opened = await openGate()
  world = opened.world
  good = await authorize(newPayer(), { validBeforeS: NOW_S + 86_400 })
  id = paymentId({ ...terms, authorization: good })
})
afterEach(() => opened.close())

const ANSWER: Answer = { body: "{}", etag: null }
const buy = (produce = () => Promise.resolve(ANSWER)) => opened.gate.pay(present(good), btc, produce)
const sendNow = () => send(opened.ledger, id, world.nowMs)

describe("a payment that still waits in line when its claim has ended", () => {
  beforeEach(async () => {
    world.settle = () => Promise.resolve({ kind: "pending", transaction: null })
    expect((await buy()).kind).toBe("pending")
    world.nowMs += CLAIM_MS + 1
  })

  test.each([
    ["the node is down", "failed", () => (world.preflight = () => Promise.reject(new Error("connect ETIMEDOUT")))],
    ["there is no gas", "failed", () => (world.isPaused = true)],
    [
      "the payer's money is gone",
      "refused",
      () => (world.preflight = () => Promise.resolve({ ...HEALTHY, balance: 0n, executes: false })),
    ],
  ])("is taken out of it before its payer hears that %s", async (_, kind, happens) => {
    happens()
    expect((await buy()).kind).toBe(kind)
    await expect(sendNow()).rejects.toThrow("does not wait for settlement")
  })

  test("is bought anew when nothing is wrong", async () => {
    world.settle = (of) => settled(opened.ledger, of, world.nowMs)
    expect((await buy()).kind).toBe("delivered")
  })

  test("is sent by nobody while its fate cannot be found out", async () => {
    world.preflight = () => Promise.resolve({ ...HEALTHY, used: true, executes: false })
    world.findTransfer = () => Promise.reject(new Error("timeout"))
    expect((await buy()).kind).toBe("pending")
    await expect(sendNow()).rejects.toThrow("does not wait for settlement")
  })
})

describe("a claim that ends while the answer is computed", () => {
  /** What another process does with the same proof. */
  async function takeOver(): Promise<void> {
    world.nowMs += CLAIM_MS + 1
    const { network, asset } = terms
    const purchase = { network, asset, resource: resourceOf(btc), endpoint: "quote", authorization: good }
    const claim = await opened.ledger.claim(purchase, world.nowMs)
    if (claim.kind !== "claimed") throw new Error(claim.kind)
    await opened.ledger.saveAnswer(id, claim.owner, { body: '{"by":"other"}', etag: null }, world.nowMs)
  }

  test("and is sold by another process delivers what that one sold", async () => {
    const outcome = await buy(async () => {
      await takeOver()
      await settled(opened.ledger, id, world.nowMs)
      return ANSWER
    })
    expect(outcome).toMatchObject({ kind: "delivered", redelivered: true, answer: { body: '{"by":"other"}' } })
  })

  test("and is sold by another process delivers what that one sold, also when there is none here", async () => {
    const outcome = await buy(async () => {
      await takeOver()
      await settled(opened.ledger, id, world.nowMs)
      throw new Error("The feed is down.")
    })
    expect(outcome).toMatchObject({ kind: "delivered", answer: { body: '{"by":"other"}' } })
  })

  test("and is being sold by another process is unknown", async () => {
    const outcome = await buy(async () => {
      await takeOver()
      await sendNow()
      return ANSWER
    })
    expect(outcome.kind).toBe("pending")
  })
})

describe("a price that changes while a payment is on its way", () => {
  const dearer = { ...btc, contract: { ...btc.contract, price: usdc(btc.contract.price + 1n) } }
  const ask = (offer = dearer) => opened.gate.pay(present(good), offer, () => Promise.resolve(ANSWER))
  const MISMATCH = { kind: "refused", reason: "invalid_exact_evm_payload_authorization_value_mismatch" }

  test("is no reason to call it not charged, nor to sell it twice", async () => {
    world.settle = async () => ({ kind: "pending", transaction: await sendNow() })
    expect((await buy()).kind).toBe("pending")
    expect((await ask()).kind).toBe("pending")
    await opened.ledger.markSettled([id], { hash: good.nonce, blockNumber: 1n, gasUsed: null }, world.nowMs)
    expect(await ask()).toMatchObject({ kind: "delivered", redelivered: true })
    const other = { ...eth, contract: dearer.contract }
    expect(await opened.gate.pay(present(good, eth), other, () => Promise.resolve(ANSWER))).toMatchObject({
      kind: "refused",
      reason: "payment_already_used",
    })
  })

  test("takes what still waits in line out of it", async () => {
    world.settle = () => Promise.resolve({ kind: "pending", transaction: null })
    await buy()
    world.nowMs += CLAIM_MS + 1
    expect(await ask()).toMatchObject(MISMATCH)
    await expect(sendNow()).rejects.toThrow("does not wait for settlement")
  })

  test("is not paid by the old price, whoever has moved the money", async () => {
    expect(await ask()).toMatchObject(MISMATCH)
    world.settle = () => Promise.resolve({ kind: "unsent", cause: new Error("no node") })
    expect((await buy()).kind).toBe("failed")
    world.preflight = () => Promise.resolve({ ...HEALTHY, used: true, executes: false })
    world.findTransfer = () =>
      Promise.resolve({ transfer: { transaction: good.nonce, blockNumber: 1n }, isCertain: true })
    expect(await ask()).toMatchObject(MISMATCH)
  })
})

describe("a settler that hears of an earlier attempt with the same proof", () => {
  const LATE_NEWS = { kind: "refused", reason: "invalid_exact_evm_insufficient_balance" } as const

  test("and calls it refused before it was sent: it is not sent any more", async () => {
    world.settle = () => Promise.resolve(LATE_NEWS)
    expect((await buy()).kind).toBe("refused")
    await expect(sendNow()).rejects.toThrow("does not wait for settlement")
  })

  test("and calls it refused while it is on its way: unknown, or what became of it", async () => {
    world.settle = async () => {
      await sendNow()
      return LATE_NEWS
    }
    expect((await buy()).kind).toBe("pending")
    await opened.ledger.markSettled([id], { hash: good.nonce, blockNumber: 1n, gasUsed: null }, world.nowMs)
    expect((await buy()).kind).toBe("delivered")
  })
})
