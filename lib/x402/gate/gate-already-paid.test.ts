import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { Search } from "@/lib/x402/chain/find-transfer"
import { type Answer, type Authorization, paymentId } from "@/lib/x402/ledger/payment"
import { PASSING_PREFLIGHT, openGate } from "@/tools/testing/payments/fakes"
import { authorize, btc, eth, newPayer, present, terms } from "@/tools/testing/payments/fixtures"

const payer = newPayer()
const FOREIGN = { transaction: `0x${"f0".repeat(32)}`, blockNumber: 9n } as const
const FOUND: Search = { transfer: FOREIGN, isCertain: true }
const SPENT = { ...PASSING_PREFLIGHT, used: true, executes: false }

let opened: Awaited<ReturnType<typeof openGate>>
let fakes: typeof opened.fakes
let good: Authorization
let produced: number

beforeEach(async () => {
  opened = await openGate()
  fakes = opened.fakes
  good = await authorize(payer)
  produced = 0
})
afterEach(() => opened.close())

function produce(): Promise<Answer> {
  produced += 1
  return Promise.resolve({ body: `{"serial":${produced}}`, etag: null })
}

const buy = (authorization = good, offer = btc, make = produce) =>
  opened.gate.pay(present(authorization, offer), offer, make)
const idOf = (authorization: Authorization) => paymentId({ ...terms, authorization })
const refused = (reason: string) => ({ kind: "refused", reason, payer: good.from })

describe("a payment that another transaction has settled", () => {
  beforeEach(() => {
    fakes.preflight = () => Promise.resolve(SPENT)
    fakes.findTransfer = () => Promise.resolve(FOUND)
  })

  test("is served once, stored with that transaction and not settled again", async () => {
    expect(await buy()).toMatchObject({ kind: "delivered", transaction: FOREIGN.transaction, redelivered: false })
    expect(await buy()).toMatchObject({ kind: "delivered", redelivered: true })
    expect(await buy(good, eth)).toEqual(refused("payment_already_used"))
    expect([produced, fakes.calls.includes("settle")]).toEqual([1, false])
    expect(await opened.ledger.find(idOf(good))).toMatchObject({ state: "settled", transaction: FOREIGN.transaction })
  })

  test("is refused without the payer's signature", async () => {
    const forgery = { ...good, signature: `0x${"22".repeat(64)}1c` as const }
    expect(await buy(forgery)).toEqual(refused("invalid_exact_evm_nonce_already_used"))
    expect(fakes.calls).not.toContain("claim")
  })

  test("is pending when the search for its transaction fails", async () => {
    const cause = new Error("timeout")
    fakes.findTransfer = () => Promise.reject(cause)
    expect(await buy()).toEqual({ kind: "pending", transaction: null, payer: good.from, cause })
  })

  test("is pending when the answer fails, and is served on the next request", async () => {
    const cause = new Error("The feed is down.")
    const { transaction } = FOREIGN
    expect(await buy(good, btc, () => Promise.reject(cause))).toEqual({
      kind: "pending",
      transaction,
      payer: good.from,
      cause,
    })
    expect((await buy()).kind).toBe("delivered")
  })

  test("stays pending when the answer fails first and the node or the gas is missing later", async () => {
    await buy(good, btc, () => Promise.reject(new Error("The feed is down.")))
    fakes.preflight = () => Promise.reject(new Error("connection refused"))
    expect((await buy()).kind).toBe("pending")
    fakes.isPaused = true
    expect((await buy()).kind).toBe("pending")
  })

  test("is served while the settler has no gas; a payment that needs settlement is not accepted", async () => {
    await buy(good, btc, () => Promise.reject(new Error("The feed is down.")))
    fakes.isPaused = true
    expect(await buy()).toMatchObject({ kind: "delivered", transaction: FOREIGN.transaction })
    const next = await authorize(newPayer())
    fakes.isPaused = false
    fakes.preflight = () => Promise.resolve(PASSING_PREFLIGHT)
    await buy(next, btc, () => Promise.reject(new Error("The feed is down.")))
    fakes.isPaused = true
    expect(await buy(next)).toMatchObject({ kind: "failed", cause: { name: "SalesPausedError" } })
  })

  test("is found for a smart wallet that confirms its signature", async () => {
    const byWallet = { ...good, signature: `0x${"22".repeat(64)}1c` as const }
    fakes.isValidSignature = () => Promise.resolve(true)
    expect(await buy(byWallet)).toMatchObject({ kind: "delivered", transaction: FOREIGN.transaction })
  })

  test("is found for a wallet that the other transaction deployed, with any factory", async () => {
    const wrapped = { ...good, signature: `0x${"22".repeat(64)}1c` as const }
    fakes.preflight = () => Promise.resolve({ ...SPENT, deployment: "refused" })
    expect(await buy(wrapped)).toEqual(refused("invalid_exact_evm_nonce_already_used"))
    fakes.isValidSignature = () => Promise.resolve(true)
    expect(await buy(wrapped)).toMatchObject({ kind: "delivered", transaction: FOREIGN.transaction })
  })

  test("is pending when the node reports a used nonce but finds no transfer", async () => {
    fakes.findTransfer = () => Promise.resolve({ transfer: null, isCertain: false })
    expect(await buy()).toMatchObject({ kind: "pending", transaction: null })
    const ancient = await authorize(payer, { validAfterS: 0 })
    expect(await buy(ancient), "used long ago for another payment").toEqual(
      refused("invalid_exact_evm_nonce_already_used"),
    )
  })
})

test("a proof that was unused at its claim stays pending when a lagging node reports it as used", async () => {
  good = await authorize(payer, { validAfterS: 0 })
  fakes.settle = () => Promise.resolve({ kind: "unsent", cause: new Error("no node") })
  await buy()
  fakes.preflight = () => Promise.resolve(SPENT)
  fakes.findTransfer = () => Promise.resolve({ transfer: null, isCertain: false })
  expect(await buy()).toMatchObject({ kind: "pending", transaction: null })
})

describe("a released proof that is presented again after it expired", () => {
  const givenBack = async () => {
    fakes.settle = () => Promise.resolve({ kind: "unsent", cause: new Error("no node") })
    await buy()
    fakes.nowMs += 600_000
    fakes.calls.length = 0
  }

  test("is served when another transaction settled it in time", async () => {
    await givenBack()
    fakes.preflight = () => Promise.resolve(SPENT)
    fakes.findTransfer = () => Promise.resolve(FOUND)
    expect(await buy()).toMatchObject({ kind: "delivered", transaction: FOREIGN.transaction })
  })

  test("is refused when it was not settled", async () => {
    await givenBack()
    expect(await buy()).toEqual(refused("invalid_exact_evm_payload_authorization_valid_before"))
    expect([fakes.calls.includes("claim"), fakes.calls.includes("settle")]).toEqual([false, false])
  })

  test("is pending while the chain cannot be read", async () => {
    await givenBack()
    fakes.preflight = () => Promise.reject(new Error("connection refused"))
    expect((await buy()).kind).toBe("pending")
  })
})
