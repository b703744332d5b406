import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { NOW_MS, PAYER, product } from "@/tools/testing/client/fixtures"
import { channelState, openedSession, sessionOffer } from "@/tools/testing/client/session-fixtures"
import type { SessionPayment } from "@/lib/client/purchase/wire"
import {
  afterCorrection,
  afterDelivery,
  afterRefund,
  afterRefusal,
  isDisputed,
  remainingDeposit,
  matchesOffer,
  nextTotal,
  openSessionOf,
  phaseOf,
  Session,
  trimSessions,
  withDeposit,
  withSigned,
} from "./session"

const offer = sessionOffer()

function paymentOf(session: Session, total: bigint): SessionPayment {
  const voucher = { channelId: session.id, maxClaimableAmount: total.toString(), signature: "0x" } as const
  const payload = { type: "voucher", channelConfig: session.config, voucher } as const
  return { x402Version: 2, resource: { url: product.path }, accepted: offer, payload }
}

const delivered = (session: Session, total: bigint, balance = 2_000_000n) =>
  afterDelivery(session, {
    attemptId: `voucher ${total}`,
    payment: paymentOf(session, total),
    state: channelState(session, balance, total),
    transaction: null,
  })

describe("a session", () => {
  test("is opened once by its deposit, also when the answer arrives repeatedly", () => {
    const opening = withDeposit(openedSession(0n), { id: "d", amount: 2_000_000n, atMs: NOW_MS })
    expect(phaseOf(opening)).toBe("opening")
    const sale = { attemptId: "d", payment: paymentOf(opening, 50_000n), transaction: "0xd" }
    const state = channelState(opening, 2_000_000n, 50_000n)
    const open = afterDelivery(opening, { ...sale, state })
    expect(phaseOf(open)).toBe("open")
    expect(remainingDeposit(open)).toBe(1_950_000n)
    expect(afterDelivery(open, { ...sale, state })).toEqual(open)
    expect(isDisputed(open)).toBe(false)
  })

  test("whose deposit was refused is void, and keeps its key in case the deposit was mined", () => {
    const refused = afterRefusal(withDeposit(openedSession(0n), { id: "d", amount: 1n, atMs: NOW_MS }), "d")
    expect(phaseOf(refused)).toBe("void")
    expect(refused.key).not.toBeNull()
    expect(openSessionOf([refused], PAYER)).toBeNull()
  })

  test("signs totals up to its deposits, each the last total plus the price", () => {
    const price = fc.bigInt({ min: 1n, max: 500_000n })
    fc.assert(
      fc.property(fc.array(price, { maxLength: 40 }), (prices) => {
        let session = openedSession(2_000_000n)
        let sum = 0n
        for (const one of prices) {
          const total = nextTotal(session, one)
          if (total === null) {
            expect(sum + one).toBeGreaterThan(2_000_000n)
            continue
          }
          expect(total).toBe(sum + one)
          session = delivered(withSigned(session, total), total)
          sum = total
          expect(remainingDeposit(session)).toBe(2_000_000n - sum)
          expect(isDisputed(session)).toBe(false)
        }
        expect(sum).toBeLessThanOrEqual(2_000_000n)
      }),
    )
  })

  test("is stored and read unchanged, and answers in any order give the same total", () => {
    const totals = fc.uniqueArray(fc.bigInt({ min: 1n, max: 2_000_000n }), { minLength: 1, maxLength: 10 })
    fc.assert(
      fc.property(totals, (all) => {
        const session = all.reduce((one, total) => delivered(one, total), openedSession(2_000_000n))
        const sorted = all.toSorted((a, b) => Number(a - b))
        const inOrder = sorted.reduce((one, total) => delivered(one, total), openedSession(2_000_000n))
        expect(session.charged).toBe(inOrder.charged)
        expect(session.reported).toEqual(inOrder.reported)
        expect(Session.parse(JSON.parse(JSON.stringify(session)))).toEqual(session)
      }),
    )
  })

  test("is disputed when the service's total differs", () => {
    const session = openedSession(2_000_000n)
    expect(isDisputed(delivered(session, 50_000n, 1_900_000n))).toBe(true)
  })

  test("continues from a total that its own key signed, and refuses any other total", () => {
    const session = withSigned(openedSession(2_000_000n), 150_000n)
    expect(afterCorrection(session, { charged: 150_000n, signed: 150_000n })?.charged).toBe("150000")
    expect(afterCorrection(session, { charged: 0n, signed: 0n })?.charged).toBe("0")
    expect(afterCorrection(session, { charged: 200_000n, signed: 150_000n })).toBeNull()
    expect(afterCorrection(session, { charged: 2_000_001n, signed: 3_000_000n })).toBeNull()
  })

  test("that ended has no key, cannot pay and stays in the list", () => {
    const ended = afterRefund(openedSession(2_000_000n), { amount: "1950000", transaction: "0xr", atMs: NOW_MS })
    expect(phaseOf(ended)).toBe("ended")
    expect(ended.key).toBeNull()
    expect(openSessionOf([ended], PAYER)).toBeNull()
  })

  test("pays only on the offered terms", () => {
    const session = openedSession(2_000_000n)
    expect(matchesOffer(session, offer)).toBe(true)
    expect(matchesOffer(session, { ...offer, payTo: PAYER })).toBe(false)
    expect(matchesOffer(session, { ...offer, network: "eip155:1" })).toBe(false)
    expect(matchesOffer(session, { ...offer, extra: { ...offer.extra, withdrawDelay: 900 } })).toBe(false)
  })
})

test("the oldest ended sessions are removed, and sessions with a balance are not", () => {
  const ended = afterRefund(openedSession(1n), { amount: "1", transaction: null, atMs: NOW_MS })
  const many = Array.from({ length: 25 }, (_, index) => ({ ...ended, openedAtMs: index }))
  const open = openedSession(1n)
  const kept = trimSessions([open, ...many])
  expect(kept).toHaveLength(21)
  expect(kept[0]).toBe(open)
  expect(kept[1]?.openedAtMs).toBe(5)
})
