import { describe, expect, test } from "vitest"
import { encodeHeader, decodeHeader } from "@/lib/client/purchase/header"
import { SessionPayment } from "@/lib/client/purchase/wire"
import { remainingDeposit, phaseOf, type Session } from "@/lib/client/sessions/session"
import * as signing from "@/lib/client/sessions/signing"
import { memoryStorage, PAYER, terms } from "@/tools/testing/client/fixtures"
import { createPanelHarness, lostAnswer, problemAnswer } from "@/tools/testing/client/panel-harness"
import {
  channelState,
  openedSession,
  sessionChallenge,
  sessionKey,
  sessionOffer,
} from "@/tools/testing/client/session-fixtures"

const MISMATCH = "invalid_batch_settlement_evm_cumulative_amount_mismatch"
const session = openedSession(2_000_000n)

type Replies = Parameters<typeof createPanelHarness>[0]

/** A panel whose service offers sessions, with these sessions in the browser. */
async function panelWith(replies: Replies, sessions: readonly Session[] = [session]) {
  const harness = createPanelHarness(replies, memoryStorage(), { required: sessionChallenge() })
  harness.sessions.list.apply(() => sessions)
  await harness.controller.requote()
  const stored = () => harness.sessions.list.get().at(-1) ?? session
  const pay = () => harness.controller.pay({ ...harness.payer, method: harness.sessions.voucher })
  const sent = () => harness.paid.map((header) => SessionPayment.parse(decodeHeader(header)))
  return { ...harness, stored, pay, sent }
}

const charged =
  (total: bigint, transaction = "", balance = 2_000_000n, of: Session = session) =>
  () =>
    Response.json(
      { price: 1 },
      {
        headers: {
          "payment-response": encodeHeader({
            success: true,
            transaction,
            network: terms.network,
            payer: PAYER,
            amount: "",
            extra: { chargedAmount: "50000", channelState: channelState(of, balance, total) },
          }),
        },
      },
    )

/** A 402 with the service's total, proven by a voucher of the session's key. */
async function corrective(total: bigint) {
  const { payload } = await signing.signVoucherPayment(
    { resource: { url: "" }, session: sessionOffer() },
    session,
    total,
  )
  const voucherState = { signedMaxClaimable: total.toString(), signature: payload.voucher.signature }
  const extra = { channelState: channelState(session, 2_000_000n, total), voucherState }
  const headers = { "payment-required": sessionChallenge(extra, MISMATCH) }
  return () => Response.json({ error: MISMATCH }, { status: 402, headers })
}

describe("with an open session", () => {
  test("a panel is paid by a voucher, without the wallet", async () => {
    const { pay, controller, signed, sent, stored, receipts, spendLimiter } = await panelWith([charged(50_000n)])
    await pay()
    expect(controller.get().purchase.kind).toBe("delivered")
    expect(signed, "no prompt").toEqual([])
    expect(sent()[0]?.payload).toMatchObject({ type: "voucher", voucher: { maxClaimableAmount: "50000" } })
    expect(remainingDeposit(stored())).toBe(1_950_000n)
    expect(receipts.get()).toMatchObject([{ amount: "50000", payer: PAYER, transaction: null, channelId: session.id }])
    expect(spendLimiter.spendingAt(Date.UTC(2026, 10, 20, 12)).spent).toBe(50_000n)
  })

  test("the next total is the last one plus the price, and a total is stored before it is sent", async () => {
    const { pay, sent, stored } = await panelWith([charged(50_000n), charged(100_000n)])
    await pay()
    await pay()
    expect(sent().map(({ payload }) => payload.voucher.maxClaimableAmount)).toEqual(["50000", "100000"])
    expect(stored().signed).toBe("100000")
  })

  test("no voucher is sent above the day's limit", async () => {
    const { pay, budget, paid } = await panelWith([])
    budget.change({ limit: "40000" })
    await pay()
    expect(paid).toEqual([])
  })

  test("an empty session sends no voucher", async () => {
    const { pay, controller, paid } = await panelWith([], [openedSession(40_000n)])
    await pay()
    expect(controller.get().purchase).toMatchObject({ kind: "unsent" })
    expect(paid).toEqual([])
  })

  test("an outdated total is corrected by the service's proof, and the answer is bought once", async () => {
    const { pay, controller, sent, receipts } = await panelWith([await corrective(300_000n), charged(350_000n)])
    await pay()
    expect(controller.get().purchase.kind).toBe("delivered")
    expect(sent().map(({ payload }) => payload.voucher.maxClaimableAmount)).toEqual(["50000", "350000"])
    expect(receipts.get()).toHaveLength(1)
  })

  test("an unproven total is refused, and no further voucher is signed", async () => {
    const extra = { channelState: channelState(session, 2_000_000n, 300_000n) }
    const headers = { "payment-required": sessionChallenge(extra, MISMATCH) }
    const { pay, controller, paid, stored } = await panelWith([
      () => Response.json({ error: MISMATCH }, { status: 402, headers }),
    ])
    await pay()
    expect(controller.get().purchase.kind).toBe("refused")
    expect(paid).toHaveLength(1)
    expect(stored().charged).toBe("0")
  })

  test("after a lost answer the same voucher is sent again and counted once", async () => {
    const { pay, controller, paid, stored } = await panelWith([lostAnswer, charged(50_000n)])
    await pay()
    expect(controller.get().purchase.kind).toBe("unknown")
    await controller.resume()
    expect(controller.get().purchase.kind).toBe("delivered")
    expect(new Set(paid).size).toBe(1)
    expect(stored().charged).toBe("50000")
  })

  test("after a lost voucher no further voucher is signed while its outcome is unknown", async () => {
    const { pay, controller, paid } = await panelWith([lostAnswer, await corrective(300_000n)])
    await pay()
    await controller.resume()
    expect(controller.get().purchase.kind).toBe("refused")
    expect(new Set(paid).size).toBe(1)
  })
})

describe("a deposit", () => {
  const depositing = async (replies: Replies) => {
    const harness = await panelWith(replies, [])
    const made = { ...openedSession(0n) }
    const method = harness.sessions.deposit(made, 2_000_000n, signing)
    await harness.controller.pay({ ...harness.payer, method })
    return harness
  }

  test("opens a session with one wallet signature and buys the first panel", async () => {
    const { controller, signed, sent, stored } = await depositing([charged(50_000n, "0xdep")])
    expect(controller.get().purchase.kind).toBe("delivered")
    expect(signed).toMatchObject([{ primaryType: "ReceiveWithAuthorization", message: { value: "2000000" } }])
    expect(sent()[0]?.payload).toMatchObject({ type: "deposit", deposit: { amount: "2000000" } })
    expect(sent()[0]?.payload.channelConfig.payerAuthorizer).toBe(sessionKey.address)
    expect(phaseOf(stored())).toBe("open")
    expect(remainingDeposit(stored())).toBe(1_950_000n)
  })

  test("that waits for its block is stored, and opens the session later", async () => {
    const { controller, paid, stored } = await depositing([problemAnswer("unknown"), charged(50_000n, "0xdep")])
    expect(phaseOf(stored())).toBe("opening")
    await controller.resume()
    expect(new Set(paid).size).toBe(1)
    expect(phaseOf(stored())).toBe("open")
  })

  test("that was declined leaves no session", async () => {
    const harness = await panelWith([], [])
    const method = harness.sessions.deposit(openedSession(0n), 2_000_000n, signing)
    const sign = () => Promise.reject(Object.assign(new Error("no"), { code: 4001 }))
    await harness.controller.pay({ ...harness.payer, sign, method })
    expect(harness.controller.get().purchase.kind).toBe("rejected")
    expect(harness.sessions.list.get()).toEqual([])
  })

  test("that tops up adds to the balance, and its voucher continues the total", async () => {
    const harness = await panelWith([charged(50_000n), charged(100_000n, "0xtop", 3_000_000n)])
    await harness.pay()
    const method = harness.sessions.deposit(harness.stored(), 1_000_000n, signing)
    await harness.controller.pay({ ...harness.payer, method })
    expect(harness.sent()[1]?.payload).toMatchObject({ type: "deposit", voucher: { maxClaimableAmount: "100000" } })
    expect(remainingDeposit(harness.stored())).toBe(2_900_000n)
  })
})

test("two tabs use one session, and the second continues the first tab's total", async () => {
  const storage = memoryStorage()
  const options = { required: sessionChallenge() }
  const first = createPanelHarness([charged(50_000n)], storage, options)
  first.sessions.list.apply(() => [session])
  const other = `0x${"09".repeat(32)}` as const
  const second = createPanelHarness([charged(100_000n)], storage, { ...options, firstNonce: other })
  await first.controller.requote()
  await second.controller.requote()
  await first.controller.pay({ ...first.payer, method: first.sessions.voucher })
  second.receipts.apply(() => [])
  await second.controller.pay({ ...second.payer, method: second.sessions.voucher })
  const [payment] = second.paid.map((header) => SessionPayment.parse(decodeHeader(header)))
  expect(payment?.payload.voucher.maxClaimableAmount, "what the first tab was charged is known").toBe("100000")
})
