import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { usdc } from "@/lib/domain/usdc"
import { CLAIM_MS } from "@/lib/x402/ledger/ledger"
import { type Answer, type Authorization, paymentId } from "@/lib/x402/ledger/payment"
import { resourceOf } from "@/lib/x402/wire/requirements"
import { PASSING_PREFLIGHT, openGate, send, settled } from "@/tools/testing/payments/fakes"
import { authorize, btc, eth, newPayer, NOW_S, present, terms } from "@/tools/testing/payments/fixtures"

/* A payer that received "not charged" must not be charged later. */

let opened: Awaited<ReturnType<typeof openGate>>
let fakes: typeof opened.fakes
let good: Authorization
let id: string

beforeEach(async () => {
  opened = await openGate()
  fakes = opened.fakes
  good = await authorize(newPayer(), { validBeforeS: NOW_S + 86_400 })
  id = paymentId({ ...terms, authorization: good })
})
afterEach(() => opened.close())

const ANSWER: Answer = { body: "{}", etag: null }
const buy = (produce = () => Promise.resolve(ANSWER)) => opened.gate.pay(present(good), btc, produce)
const sendNow = () => send(opened.ledger, id, fakes.nowMs)

describe("a payment that still waits for settlement when its claim expires", () => {
  beforeEach(async () => {
    fakes.settle = () => Promise.resolve({ kind: "pending", transaction: null })
    expect((await buy()).kind).toBe("pending")
    fakes.nowMs += CLAIM_MS + 1
  })

  test.each([
    ["the node is down", "failed", () => (fakes.preflight = () => Promise.reject(new Error("connect ETIMEDOUT")))],
    ["there is no gas", "failed", () => (fakes.isPaused = true)],
    [
      "the payer has no balance",
      "refused",
      () => (fakes.preflight = () => Promise.resolve({ ...PASSING_PREFLIGHT, balance: 0n, executes: false })),
    ],
  ])("is withdrawn from settlement before its payer gets the outcome when %s", async (_, kind, happens) => {
    happens()
    expect((await buy()).kind).toBe(kind)
    await expect(sendNow()).rejects.toThrow("does not wait for settlement")
  })

  test("is bought again when it is valid", async () => {
    fakes.settle = (of) => settled(opened.ledger, of, fakes.nowMs)
    expect((await buy()).kind).toBe("delivered")
  })

  test("is pending and not sent while its outcome cannot be determined", async () => {
    fakes.preflight = () => Promise.resolve({ ...PASSING_PREFLIGHT, used: true, executes: false })
    fakes.findTransfer = () => Promise.reject(new Error("timeout"))
    expect((await buy()).kind).toBe("pending")
    await expect(sendNow()).rejects.toThrow("does not wait for settlement")
  })
})

describe("a claim that expires while the answer is computed", () => {
  /** Claims and answers the same proof as another process. */
  async function answerInOtherProcess(): Promise<void> {
    fakes.nowMs += CLAIM_MS + 1
    const { network, asset } = terms
    const purchase = { network, asset, resource: resourceOf(btc), endpoint: "quote", authorization: good }
    const claim = await opened.ledger.claim(purchase, fakes.nowMs)
    if (claim.kind !== "claimed") throw new Error(claim.kind)
    await opened.ledger.saveAnswer(id, claim.owner, { body: '{"by":"other"}', etag: null }, fakes.nowMs)
  }

  test("and is sold by another process delivers that process's answer", async () => {
    const outcome = await buy(async () => {
      await answerInOtherProcess()
      await settled(opened.ledger, id, fakes.nowMs)
      return ANSWER
    })
    expect(outcome).toMatchObject({ kind: "delivered", redelivered: true, answer: { body: '{"by":"other"}' } })
  })

  test("and is sold by another process delivers that process's answer, even if this process fails", async () => {
    const outcome = await buy(async () => {
      await answerInOtherProcess()
      await settled(opened.ledger, id, fakes.nowMs)
      throw new Error("The feed is down.")
    })
    expect(outcome).toMatchObject({ kind: "delivered", answer: { body: '{"by":"other"}' } })
  })

  test("and is in progress in another process is pending", async () => {
    const outcome = await buy(async () => {
      await answerInOtherProcess()
      await sendNow()
      return ANSWER
    })
    expect(outcome.kind).toBe("pending")
  })
})

describe("a price that changes while a payment is in flight", () => {
  const dearer = { ...btc, contract: { ...btc.contract, price: usdc(btc.contract.price + 1n) } }
  const buyAtNewPrice = (offer = dearer) => opened.gate.pay(present(good), offer, () => Promise.resolve(ANSWER))
  const MISMATCH = { kind: "refused", reason: "invalid_exact_evm_payload_authorization_value_mismatch" }

  test("does not refuse the payment and does not sell it twice", async () => {
    fakes.settle = async () => ({ kind: "pending", transaction: await sendNow() })
    expect((await buy()).kind).toBe("pending")
    expect((await buyAtNewPrice()).kind).toBe("pending")
    await opened.ledger.markSettled([id], { hash: good.nonce, blockNumber: 1n, gasUsed: null }, fakes.nowMs)
    expect(await buyAtNewPrice()).toMatchObject({ kind: "delivered", redelivered: true })
    const other = { ...eth, contract: dearer.contract }
    expect(await opened.gate.pay(present(good, eth), other, () => Promise.resolve(ANSWER))).toMatchObject({
      kind: "refused",
      reason: "payment_already_used",
    })
  })

  test("withdraws a payment that still waits for settlement", async () => {
    fakes.settle = () => Promise.resolve({ kind: "pending", transaction: null })
    await buy()
    fakes.nowMs += CLAIM_MS + 1
    expect(await buyAtNewPrice()).toMatchObject(MISMATCH)
    await expect(sendNow()).rejects.toThrow("does not wait for settlement")
  })

  test("is not accepted with a payment of the old price, also when it is settled", async () => {
    expect(await buyAtNewPrice()).toMatchObject(MISMATCH)
    fakes.settle = () => Promise.resolve({ kind: "unsent", cause: new Error("no node") })
    expect((await buy()).kind).toBe("failed")
    fakes.preflight = () => Promise.resolve({ ...PASSING_PREFLIGHT, used: true, executes: false })
    fakes.findTransfer = () =>
      Promise.resolve({ transfer: { transaction: good.nonce, blockNumber: 1n }, isCertain: true })
    expect(await buyAtNewPrice()).toMatchObject(MISMATCH)
  })
})

describe("a settler that reports an earlier attempt with the same proof", () => {
  const REFUSED = { kind: "refused", reason: "invalid_exact_evm_insufficient_balance" } as const

  test("as refused before it was sent withdraws the payment", async () => {
    fakes.settle = () => Promise.resolve(REFUSED)
    expect((await buy()).kind).toBe("refused")
    await expect(sendNow()).rejects.toThrow("does not wait for settlement")
  })

  test("as refused while it is in flight leaves the payment pending until its final outcome", async () => {
    fakes.settle = async () => {
      await sendNow()
      return REFUSED
    }
    expect((await buy()).kind).toBe("pending")
    await opened.ledger.markSettled([id], { hash: good.nonce, blockNumber: 1n, gasUsed: null }, fakes.nowMs)
    expect((await buy()).kind).toBe("delivered")
  })
})
