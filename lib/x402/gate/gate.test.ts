import { afterEach, beforeEach, describe, expect, test } from "vitest"
import type { Search } from "@/lib/x402/chain/find-transfer"
import { usdc } from "@/lib/domain/usdc"
import { CLAIM_MS, type Ledger, SETTLEMENT_WAIT_MS } from "@/lib/x402/ledger/ledger"
import { type Answer, type Authorization, paymentId } from "@/lib/x402/ledger/payment"
import type { Settlement } from "@/lib/x402/settlement/settler"
import { resourceOf } from "@/lib/x402/wire/requirements"
import { PASSING_PREFLIGHT, openGate, RESEND_WINDOW_MS, send, settled } from "@/tools/testing/payments/fakes"
import { authorize, btc, eth, newPayer, NOW_S, present, terms } from "@/tools/testing/payments/fixtures"
import type { GateOutcome } from "./payment-attempt"

const payer = newPayer()
const FOUND_ELSEWHERE: Search = {
  transfer: { transaction: `0x${"f0".repeat(32)}`, blockNumber: 9n },
  isCertain: true,
}
const SPENT = { ...PASSING_PREFLIGHT, used: true, executes: false }

let gate: Awaited<ReturnType<typeof openGate>>["gate"]
let ledger: Ledger
let fakes: Awaited<ReturnType<typeof openGate>>["fakes"]
let close: () => Promise<void>
let good: Authorization
let produced: number

beforeEach(async () => {
  await open()
  good = await authorize(payer)
  produced = 0
})
afterEach(() => close())

async function open(wrap?: (ledger: Ledger) => Ledger): Promise<void> {
  const opened = await openGate(wrap)
  ;({ gate, ledger, fakes } = opened)
  close = () => opened.close()
}

/** Each run sells other bytes, so that a second run would show. */
function produce(): Promise<Answer> {
  fakes.calls.push("produce")
  produced += 1
  return Promise.resolve({ body: `{"serial":${produced}}`, etag: null })
}

const buy = (authorization = good, offer = btc, make = produce) => gate.pay(present(authorization, offer), offer, make)
const idOf = (authorization: Authorization) => paymentId({ ...terms, authorization })
const stateOf = async (authorization: Authorization) => (await ledger.find(idOf(authorization)))?.state
const bodyOf = (outcome: GateOutcome) => (outcome.kind === "delivered" ? outcome.answer.body : outcome.kind)
const refused = (reason: string) => ({ kind: "refused", reason, payer: good.from })

describe("the order of checks", () => {
  test("is ledger, chain, claim, answer, settlement", async () => {
    expect(await buy()).toMatchObject({ kind: "delivered", redelivered: false, payer: good.from })
    expect(fakes.calls).toEqual(["find", "preflight", "claim", "produce", "settle"])
  })

  test("without gas a new payment fails uncharged and retryable; sold answers are redelivered", async () => {
    const sold = await buy()
    fakes.isPaused = true
    expect(await buy()).toEqual({ ...sold, redelivered: true })
    const next = await authorize(newPayer())
    fakes.calls.length = 0
    expect(await buy(next)).toMatchObject({ kind: "failed", cause: { code: "chain_unavailable", retryable: true } })
    expect([fakes.calls, await stateOf(next)]).toEqual([["find"], undefined])
    fakes.isPaused = false
    expect((await buy(next)).kind, "the same proof is good once there is gas").toBe("delivered")
  })

  test("a payment with mismatched terms reads neither ledger nor chain", async () => {
    const other = { ...present(good), network: "eip155:1" }
    expect(await gate.pay(other, btc, produce)).toEqual(refused("invalid_exact_evm_network_mismatch"))
    expect(fakes.calls).toEqual([])
  })

  test("a payment with another payee or price reads the ledger, because it may be an earlier sale, not the chain", async () => {
    const other = await authorize(payer, { to: "0x00000000000000000000000000000000000000ee" })
    expect(await buy(other)).toEqual(refused("invalid_exact_evm_recipient_mismatch"))
    expect(fakes.calls).toEqual(["find"])
  })

  test("an expired proof reads the ledger, because it may be an earlier sale, and not the chain", async () => {
    const late = await authorize(payer, { validBeforeS: NOW_S })
    expect(await buy(late)).toEqual(refused("invalid_exact_evm_payload_authorization_valid_before"))
    expect(fakes.calls).toEqual(["find"])
  })

  test.each([
    [{ ...PASSING_PREFLIGHT, balance: 49_999n }, "invalid_exact_evm_insufficient_balance"],
    [{ ...PASSING_PREFLIGHT, executes: false }, "invalid_exact_evm_transaction_simulation_failed"],
    [SPENT, "invalid_exact_evm_nonce_already_used"],
  ])("nothing is claimed or computed when the chain says no: %o", async (state, reason) => {
    fakes.preflight = () => Promise.resolve(state)
    expect(await buy()).toEqual(refused(reason))
    expect(fakes.calls).not.toContain("claim")
    expect(await stateOf(good)).toBeUndefined()
  })

  test("a signature that is not by the payer's key is refused, unless the payer's contract accepts it", async () => {
    const forged = await authorize(payer, { signature: `0x${"11".repeat(64)}1b` })
    fakes.preflight = () => Promise.resolve({ ...PASSING_PREFLIGHT, executes: false })
    expect(await buy(forged)).toEqual(refused("invalid_exact_evm_signature"))
    fakes.preflight = () => Promise.resolve(PASSING_PREFLIGHT)
    expect(await buy(forged), "ERC-1271").toMatchObject({ kind: "delivered" })
  })

  test("a deployment by an unknown factory is refused", async () => {
    fakes.preflight = () => Promise.resolve({ ...PASSING_PREFLIGHT, deployment: "refused" })
    expect(await buy()).toEqual(refused("eip6492_factory_not_allowed"))
    expect(fakes.calls).not.toContain("claim")
  })

  test("a deployed wallet pays without a deployment, with a wrapped or a plain signature", async () => {
    const wrapped = { ...good, deployment: { factory: terms.payTo, data: "0x01" } } as const
    fakes.preflight = () => Promise.resolve({ ...PASSING_PREFLIGHT, deployment: "unneeded" })
    const first = await buy(wrapped)
    expect(first).toMatchObject({ kind: "delivered", redelivered: false })
    expect((await ledger.find(idOf(good)))?.authorization).toEqual(good)
    expect([await buy(wrapped), await buy(good)]).toEqual([1, 2].map(() => ({ ...first, redelivered: true })))
  })

  test("after an RPC fault the payment fails without a claim, and the same proof buys later", async () => {
    fakes.preflight = () => Promise.reject(new Error("connection refused"))
    expect(await buy()).toMatchObject({ kind: "failed", cause: { code: "chain_unavailable" } })
    expect(fakes.calls).toEqual(["find", "preflight"])
    fakes.preflight = () => Promise.resolve(PASSING_PREFLIGHT)
    expect(await buy()).toMatchObject({ kind: "delivered" })
  })
})

describe("a claim is released at once", () => {
  test("when the transaction that used the proof cannot be searched", async () => {
    const { network, asset } = terms
    const purchase = { network, asset, resource: resourceOf(btc), endpoint: btc.contract.id, authorization: good }
    await ledger.claim(purchase, fakes.nowMs)
    fakes.nowMs += CLAIM_MS + 1
    fakes.preflight = () => Promise.resolve(SPENT)
    fakes.findTransfer = () => Promise.reject(new Error("connection refused"))
    expect(await buy()).toMatchObject({ kind: "pending" })
    expect(await stateOf(good)).toBe("released")
    fakes.findTransfer = () => Promise.resolve(FOUND_ELSEWHERE)
    const nowMs = fakes.nowMs
    expect(await buy()).toMatchObject({ kind: "delivered" })
    expect(fakes.nowMs, "the request does not wait").toBe(nowMs)
  })

  test("when the ledger cannot be read for the payer's other purchases", async () => {
    await close()
    let isDown = true
    await open((stores) => ({
      ...stores,
      pendingSpend: (...args) => (isDown ? Promise.reject(new Error("no connection")) : stores.pendingSpend(...args)),
    }))
    expect(await buy()).toMatchObject({ kind: "pending" })
    expect(await stateOf(good)).toBe("released")
    isDown = false
    expect(await buy()).toMatchObject({ kind: "delivered" })
  })
})

test.each([
  ["one minute when it has no code", false, 60_000],
  ["ten minutes when its account delegates to code", true, 600_000],
])("a payer whose transfer failed waits %s", async (_, hasCode, waitMs) => {
  fakes.hasCode = () => Promise.resolve(hasCode)
  fakes.settle = async (id) => {
    await ledger.markRefused(id, "invalid_transaction_state", fakes.nowMs)
    return { kind: "refused", reason: "invalid_transaction_state" }
  }
  await buy()
  fakes.settle = (id) => settled(ledger, id, fakes.nowMs)
  const later = () => authorize(payer, { validBeforeS: NOW_S + 3_600 })
  fakes.nowMs += waitMs - 1
  expect(await buy(await later())).toEqual(refused("invalid_transaction_state"))
  fakes.nowMs += 1
  expect(await buy(await later())).toMatchObject({ kind: "delivered" })
})

describe("one proof, one answer", () => {
  test("50 concurrent copies of a proof are computed and settled once and get one body", async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => buy()))
    expect(new Set(outcomes.map(bodyOf))).toEqual(new Set(['{"serial":1}']))
    expect(outcomes.filter((outcome) => outcome.kind === "delivered" && !outcome.redelivered)).toHaveLength(1)
    expect(fakes.calls.filter((call) => call === "settle")).toHaveLength(1)
  })

  test("a copy for another resource is refused as already used, concurrently and later", async () => {
    const [first, other] = await Promise.all([buy(good, btc), buy(good, eth)])
    expect([first.kind, other.kind].sort()).toEqual(["delivered", "refused"])
    expect(await buy(good, eth)).toEqual(refused("payment_already_used"))
    expect(produced).toBe(1)
  })

  test("the same proof gets the same bytes within the redelivery window and is refused after it", async () => {
    const first = await buy()
    fakes.nowMs += RESEND_WINDOW_MS
    const again = await buy()
    expect(again).toEqual({ ...first, redelivered: true })
    fakes.nowMs += 1
    expect(await buy()).toEqual(refused("redelivery_window_closed"))
    expect(produced).toBe(1)
  })

  test("after a price change the redelivered receipt has the paid amount", async () => {
    const first = await buy()
    const dearer = { ...btc, contract: { ...btc.contract, price: usdc(60_000n) } }
    expect(await gate.pay(present(good), dearer, produce)).toEqual({
      ...first,
      amount: usdc(50_000n),
      redelivered: true,
    })
  })

  test("a settlement that outlasted the request is redelivered for as long as the answer is stored", async () => {
    good = await authorize(payer, { validBeforeS: NOW_S + 3_600 })
    fakes.settle = async (id) => ({ kind: "pending", transaction: await send(ledger, id, fakes.nowMs) })
    expect((await buy()).kind).toBe("pending")
    fakes.nowMs += SETTLEMENT_WAIT_MS + 1
    const { transaction } = (await ledger.find(idOf(good))) ?? {}
    await ledger.markSettled([idOf(good)], { hash: transaction ?? "0x", blockNumber: 1n, gasUsed: 1n }, fakes.nowMs)
    fakes.nowMs += RESEND_WINDOW_MS + 1
    expect(bodyOf(await buy())).toBe('{"serial":1}')
  })

  test("a second signature over the same nonce gets the first answer and buys no other resource", async () => {
    const first = await buy()
    fakes.preflight = () => Promise.resolve(SPENT)
    fakes.findTransfer = () => Promise.resolve(FOUND_ELSEWHERE)
    const resigned = await authorize(payer, { nonce: good.nonce, validBeforeS: good.validBeforeS + 1 })
    expect(bodyOf(await buy(resigned))).toBe(bodyOf(first))
    expect(await buy(resigned, eth)).toEqual(refused("payment_already_used"))
    expect(produced).toBe(1)
  })

  test("payer and nonce without a valid signature are refused, before and after the sale", async () => {
    const forgery = { ...good, signature: `0x${"22".repeat(64)}1c` as const }
    fakes.preflight = () => Promise.resolve({ ...PASSING_PREFLIGHT, executes: false })
    expect(await buy(forgery)).toEqual(refused("invalid_exact_evm_signature"))
    fakes.preflight = () => Promise.resolve(PASSING_PREFLIGHT)
    await buy()
    fakes.preflight = () => Promise.resolve(SPENT)
    fakes.findTransfer = () => Promise.resolve(FOUND_ELSEWHERE)
    expect(await buy(forgery)).toEqual(refused("invalid_exact_evm_nonce_already_used"))
  })

  test("a concurrent forgery with the same nonce is refused, and the payer is served", async () => {
    const forgery = { ...good, signature: `0x${"22".repeat(64)}1c` as const }
    let asked = 0
    // The forged proof reaches the chain first.
    fakes.preflight = () =>
      Promise.resolve((asked += 1) === 1 ? { ...PASSING_PREFLIGHT, executes: false } : PASSING_PREFLIGHT)
    const [forged, own] = await Promise.all([buy(forgery), buy()])
    expect(forged).toEqual(refused("invalid_exact_evm_signature"))
    expect(own.kind).toBe("delivered")
  })
})

describe("when the answer fails", () => {
  test("the claim is released, the error is reported, and the same proof buys later", async () => {
    const cause = new Error("The feed is down.")
    expect(await buy(good, btc, () => Promise.reject(cause))).toEqual({ kind: "failed", cause })
    expect(await stateOf(good)).toBe("released")
    expect(await buy(good, eth), "for another resource").toMatchObject({ kind: "delivered" })
    expect(fakes.calls.filter((call) => call === "settle")).toHaveLength(1)
  })

  test("concurrent copies get the same failure, and the proof buys later", async () => {
    const failing = () => Promise.reject(new Error("The feed is down."))
    const outcomes = await Promise.all([1, 2, 3].map(() => buy(good, btc, failing)))
    expect(outcomes.map(({ kind }) => kind)).toEqual(["failed", "failed", "failed"])
    expect((await buy()).kind).toBe("delivered")
  })

  test("an answer that arrives after its claim expired is not settled", async () => {
    const slow = async () => {
      fakes.nowMs += CLAIM_MS + 1
      await ledger.releaseAbandoned(fakes.nowMs, fakes.nowMs)
      return produce()
    }
    expect(await buy(good, btc, slow)).toMatchObject({ kind: "failed", cause: { code: "data_unavailable" } })
    expect(fakes.calls).not.toContain("settle")
  })

  test("when the release fails, the error is still reported and the claim expires", async () => {
    await close()
    await open((plain) => ({ ...plain, release: () => Promise.reject(new Error("disk full")) }))
    const cause = new Error("The feed is down.")
    expect(await buy(good, btc, () => Promise.reject(cause))).toEqual({ kind: "failed", cause })
    fakes.nowMs += CLAIM_MS + 1
    expect((await buy()).kind, "the claim of an ended process does not block the payment").toBe("delivered")
  })
})

describe("when the settlement fails", () => {
  const settling = (settlement: Settlement) => () => Promise.resolve(settlement)

  test("a payment that the chain refuses is refused with the chain's reason", async () => {
    fakes.settle = settling({ kind: "refused", reason: "invalid_transaction_state" })
    expect(await buy()).toEqual(refused("invalid_transaction_state"))
  })

  test("an unsent payment fails, its claim is released, and the same proof buys later", async () => {
    fakes.settle = settling({ kind: "unsent", cause: new Error("no node") })
    expect(await buy()).toMatchObject({ kind: "failed", cause: { code: "chain_unavailable" } })
    expect(await stateOf(good)).toBe("released")
    fakes.settle = (id) => settled(ledger, id, fakes.nowMs)
    expect((await buy()).kind).toBe("delivered")
  })

  test("a payment reported as unsent but in flight is waited for and delivered", async () => {
    fakes.settle = async (id) => {
      const transaction = await send(ledger, id, fakes.nowMs)
      fakes.onSleep = () => ledger.markSettled([id], { hash: transaction, blockNumber: 1n, gasUsed: null }, fakes.nowMs)
      return { kind: "unsent", cause: new Error("The claim was withdrawn.") }
    }
    expect(await buy()).toMatchObject({ kind: "delivered" })
  })

  test("a pending payment is delivered at a later request without a second settlement", async () => {
    let hash: `0x${string}` = "0x"
    fakes.settle = async (id) => {
      hash = await send(ledger, id, fakes.nowMs)
      return { kind: "pending", transaction: hash }
    }
    expect(await buy()).toEqual({ kind: "pending", transaction: hash, payer: good.from, cause: null })
    expect(await buy(), "still pending").toMatchObject({ kind: "pending", transaction: hash })
    fakes.onSleep = () => ledger.markSettled([idOf(good)], { hash, blockNumber: 1n, gasUsed: 1n }, fakes.nowMs)
    expect(await buy()).toMatchObject({ kind: "delivered", transaction: hash, redelivered: true })
    expect([produced, fakes.calls.filter((call) => call === "settle").length]).toEqual([1, 1])
  })

  test("a payment that an ended settler left unsent is bought again when its claim has expired", async () => {
    fakes.settle = settling({ kind: "pending", transaction: null })
    await buy()
    expect(await stateOf(good)).toBe("answered")
    fakes.nowMs += CLAIM_MS + 1
    fakes.settle = (id) => settled(ledger, id, fakes.nowMs)
    const resigned = await authorize(payer, { nonce: good.nonce, validBeforeS: NOW_S + 3_600 })
    expect((await buy(resigned)).kind).toBe("delivered")
  })

  test("a settler that throws leaves the outcome pending", async () => {
    const cause = new Error("broken")
    fakes.settle = () => Promise.reject(cause)
    expect(await buy()).toEqual({ kind: "pending", transaction: null, payer: good.from, cause })
  })
})

test("a wait for another process ends even if the clock is set back meanwhile", async () => {
  fakes.settle = async (id) => ({ kind: "pending", transaction: await send(ledger, id, fakes.nowMs) })
  await buy()
  let polls = 0
  fakes.onSleep = async () => {
    polls += 1
    if (polls > 1_000) throw new Error("The wait never ends.")
    fakes.nowMs -= 3_600_000
  }
  expect(await buy()).toMatchObject({ kind: "pending", cause: null })
  expect(polls).toBe(200)
})

test("copies that wait for another process share their reads of the ledger", async () => {
  fakes.settle = async (id) => ({ kind: "pending", transaction: await send(ledger, id, fakes.nowMs) })
  await buy()
  let polls = 0
  fakes.onSleep = async () => {
    polls += 1
    if (polls === 5) {
      const sent = await ledger.find(idOf(good))
      await ledger.markSettled(
        [idOf(good)],
        { hash: sent?.transaction ?? "0x", blockNumber: 1n, gasUsed: 1n },
        fakes.nowMs,
      )
    }
  }
  fakes.calls.length = 0
  const outcomes = await Promise.all(Array.from({ length: 50 }, () => buy()))
  expect(new Set(outcomes.map(bodyOf))).toEqual(new Set([`{"serial":1}`]))
  expect(fakes.calls.filter((call) => call === "find")).toHaveLength(50 + 5)
})

test("while the ledger cannot be read the outcome is pending, never 'not charged'", async () => {
  await close()
  const cause = new Error("disk I/O error")
  await open((plain) => ({ ...plain, find: () => Promise.reject(cause) }))
  expect(await buy()).toEqual({ kind: "pending", transaction: null, payer: good.from, cause })
})
