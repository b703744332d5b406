import { afterEach, beforeEach, describe, expect, test } from "vitest"
import { CLAIM_MS, type Ledger } from "@/lib/x402/ledger/ledger"
import { type Answer, type Authorization, paymentId } from "@/lib/x402/ledger/payment"
import { PASSING_PREFLIGHT, openGate, REDELIVERY_WINDOW_MS, send, settled } from "@/tools/testing/payments/fakes"
import { authorize, btc, eth, newPayer, NOW_S, present, terms } from "@/tools/testing/payments/fixtures"
import type { GateOutcome } from "./payment-attempt"

const KEY = "pay_7d5d747be160e280504c099d984bcfe0"
const payer = newPayer()

let gate: Awaited<ReturnType<typeof openGate>>["gate"]
let ledger: Ledger
let fakes: Awaited<ReturnType<typeof openGate>>["fakes"]
let close: () => Promise<void>
let produced: number

beforeEach(async () => {
  const opened = await openGate()
  ;({ gate, ledger, fakes } = opened)
  close = () => opened.close()
  produced = 0
})
afterEach(() => close())

function produce(): Promise<Answer> {
  produced += 1
  return Promise.resolve({ body: `{"serial":${produced}}`, etag: null })
}

const buy = async (authorization?: Authorization, offer = btc, identifier: string | null = KEY, make = produce) =>
  gate.pay({ ...present(authorization ?? (await authorize(payer)), offer), identifier }, offer, make)
const bodyOf = (outcome: GateOutcome) => (outcome.kind === "delivered" ? outcome.answer.body : outcome.kind)
const settlements = () => fakes.calls.filter((call) => call === "settle").length
const refused = (reason: string) => expect.objectContaining({ kind: "refused", reason })

describe("one key, one answer, one charge", () => {
  test("the same payment gets the same answer again", async () => {
    const authorization = await authorize(payer)
    const first = await buy(authorization)
    expect(await buy(authorization)).toEqual({ ...first, redelivered: true })
    expect([produced, settlements()]).toEqual([1, 1])
  })

  test("a new signature under the same key gets the first answer and transaction, and is not charged", async () => {
    const first = await buy()
    expect(await buy()).toEqual({ ...first, redelivered: true })
    expect([produced, settlements()]).toEqual([1, 1])
  })

  test("of 20 concurrent signatures under one key one is charged, and all get the same answer", async () => {
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => buy()))
    expect(new Set(outcomes.map(bodyOf))).toEqual(new Set(['{"serial":1}']))
    expect([produced, settlements()]).toEqual([1, 1])
  })

  test("a payer without balance for a second payment gets the first answer", async () => {
    const first = await buy()
    fakes.preflight = () => Promise.resolve({ ...PASSING_PREFLIGHT, balance: 0n, executes: false })
    expect(bodyOf(await buy())).toBe(bodyOf(first))
  })

  test("an expired authorization still identifies the payer", async () => {
    const first = await buy()
    expect(bodyOf(await buy(await authorize(payer, { validBeforeS: NOW_S - 1 })))).toBe(bodyOf(first))
  })

  test("a new signature under the key gets the answer during the whole redelivery window", async () => {
    const first = await buy()
    fakes.nowMs += REDELIVERY_WINDOW_MS
    expect(bodyOf(await buy(await authorize(payer, { validBeforeS: NOW_S + 80_000 })))).toBe(bodyOf(first))
  })

  test("after the redelivery window a new signature under the key is refused uncharged", async () => {
    await buy()
    fakes.nowMs += REDELIVERY_WINDOW_MS + 1
    const later = await authorize(payer, { validBeforeS: NOW_S + 80_000 })
    expect(await buy(later)).toEqual(refused("payment_identifier_spent"))
    expect(settlements()).toBe(1)
  })
})

describe("a key that belongs to another request", () => {
  test("is refused with a new payment and with the old payment", async () => {
    const authorization = await authorize(payer)
    await buy(authorization)
    expect(await buy(await authorize(payer), eth)).toEqual(refused("payment_identifier_conflict"))
    expect(await buy(authorization, eth)).toEqual(refused("payment_identifier_conflict"))
    expect([produced, settlements()]).toEqual([1, 1])
  })

  test("answers one of two concurrent requests for different resources", async () => {
    const outcomes = await Promise.all([buy(await authorize(payer), btc), buy(await authorize(payer), eth)])
    expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(["delivered", "refused"])
    expect(outcomes).toContainEqual(refused("payment_identifier_conflict"))
    expect(settlements()).toBe(1)
  })

  test("does not conflict with the same key of another payer", async () => {
    await buy()
    expect(await buy(await authorize(newPayer()), eth)).toMatchObject({ kind: "delivered", redelivered: false })
    expect(settlements()).toBe(2)
  })

  test("does not matter without a key: each signature is a payment of its own", async () => {
    await buy(await authorize(payer), btc, null)
    await buy(await authorize(payer), btc, null)
    expect(settlements()).toBe(2)
  })
})

describe("a requester without the payer's private key", () => {
  const forge = async () => authorize(payer, { signature: `0x${"11".repeat(64)}1b` })

  test("gets no information about the purchase of the identifier", async () => {
    await buy()
    expect(await buy(await forge())).toEqual(refused("invalid_exact_evm_signature"))
  })

  test("cannot take the identifier first", async () => {
    expect(await buy(await forge(), eth)).toEqual(refused("invalid_exact_evm_signature"))
    expect(await buy()).toMatchObject({ kind: "delivered" })
  })
})

describe("a first payment that failed", () => {
  const broken = () => Promise.reject(new Error("The feed is down."))

  test("was not charged, so the next payment under the key buys", async () => {
    expect((await buy(await authorize(payer), btc, KEY, broken)).kind).toBe("failed")
    expect(await buy()).toMatchObject({ kind: "delivered", redelivered: false })
    expect(settlements()).toBe(1)
  })

  test("and is repeated concurrently with a second payment is charged at most once", async () => {
    const first = await authorize(payer)
    await buy(first, btc, KEY, broken)
    const outcomes = await Promise.all([buy(first), buy(), buy(), buy(first)])
    expect(settlements()).toBeLessThanOrEqual(1)
    const bought = new Set(outcomes.filter(({ kind }) => kind === "delivered").map(bodyOf))
    expect(bought.size).toBeLessThanOrEqual(1)
    expect(bodyOf(await buy())).toBe(settlements() === 1 ? [...bought][0] : '{"serial":1}')
    expect(settlements()).toBe(1)
  })

  test("by a crash before the broadcast frees the key when its claim expires", async () => {
    fakes.settle = () => Promise.resolve({ kind: "pending", transaction: null })
    await buy()
    fakes.settle = (id) => settled(ledger, id, fakes.nowMs)
    expect((await buy()).kind, "the outcome is not known yet").toBe("pending")
    fakes.nowMs += CLAIM_MS + 1
    expect(await buy(await authorize(payer, { validBeforeS: NOW_S + 3_600 }))).toMatchObject({ kind: "delivered" })
  })

  test("but still waits for settlement is withdrawn before the key buys again", async () => {
    fakes.settle = () => Promise.resolve({ kind: "pending", transaction: null })
    const first = await authorize(payer)
    await buy(first)
    fakes.settle = (id) => settled(ledger, id, fakes.nowMs)
    fakes.nowMs += CLAIM_MS + 1
    expect(await buy(await authorize(payer, { validBeforeS: NOW_S + 3_600 }))).toMatchObject({ kind: "delivered" })
    const late = send(ledger, paymentId({ ...terms, authorization: first }), fakes.nowMs)
    await expect(late).rejects.toThrow("does not wait for settlement")
    expect(settlements()).toBe(2)
  })

  test("but is sent at the last moment releases the second payment, which gets the first outcome", async () => {
    fakes.settle = () => Promise.resolve({ kind: "pending", transaction: null })
    const first = await authorize(payer)
    await buy(first)
    fakes.nowMs += CLAIM_MS + 1
    const second = await authorize(payer, { validBeforeS: NOW_S + 3_600 })
    const preflight = fakes.preflight
    fakes.preflight = async (proof) => {
      await settled(ledger, paymentId({ ...terms, authorization: first }), fakes.nowMs)
      return preflight(proof)
    }
    expect(await buy(second)).toMatchObject({ kind: "delivered", redelivered: true })
    expect(await ledger.find(paymentId({ ...terms, authorization: second }))).toMatchObject({ state: "released" })
  })

  test("but is in flight makes the second payment wait, which is not sent", async () => {
    const first = await authorize(payer)
    fakes.settle = async (id) => ({ kind: "pending", transaction: await send(ledger, id, fakes.nowMs) })
    await buy(first)
    fakes.onSleep = async () => {
      const known = await ledger.find(paymentId({ ...terms, authorization: first }))
      const hash = known?.transaction ?? "0x"
      await ledger.markSettled([known?.id ?? ""], { hash, blockNumber: 1n, gasUsed: 1n }, fakes.nowMs)
    }
    expect(await buy()).toMatchObject({ kind: "delivered", redelivered: true })
    expect(settlements()).toBe(1)
  })
})
