import { describe, expect, test } from "vitest"
import { decodeHeader, encodeHeader } from "@/lib/client/purchase/header"
import { SessionPayment } from "@/lib/client/purchase/wire"
import { memoryStorage, NOW_MS, terms } from "@/tools/testing/client/fixtures"
import { channelState, openedSession, sessionChallenge, sessionOffer } from "@/tools/testing/client/session-fixtures"
import { endSession } from "./end-session"
import { phaseOf } from "./session"
import { createSessions } from "./sessions"
import { signVoucherPayment } from "./signing"

const session = openedSession(2_000_000n)
const REASON = "invalid_batch_settlement_evm_"

type Reply = () => Response

const refunded = (amount: string): Reply => {
  const payment = { success: true, transaction: "0xref", network: terms.network, amount }
  return () => Response.json({}, { headers: { "payment-response": encodeHeader(payment) } })
}

const pending: Reply = () => {
  const body = { type: "about:blank", title: "T", status: 503, detail: "On its way.", code: "settlement_pending" }
  return Response.json({ ...body, request_id: "r", retryable: true, charged: "unknown" }, { status: 503 })
}

const refused = (reason: string): Reply => {
  const payment = { success: false, transaction: "", network: terms.network, errorReason: REASON + reason }
  const body = { error: REASON + reason, message: "No." }
  return () => Response.json(body, { status: 402, headers: { "payment-response": encodeHeader(payment) } })
}

function harness(replies: readonly Reply[], required = sessionChallenge()) {
  const loadSigning = () => import("./signing")
  const sessions = createSessions({ storage: memoryStorage(), key: "s", tabLock: null, loadSigning })
  sessions.list.apply(() => [{ ...session, charged: "50000" }])
  const sent: string[] = []
  const end = () =>
    endSession(session.id, {
      config: terms,
      sessions,
      now: () => NOW_MS,
      retryDelaysMs: [0, 0],
      fetch(_, init) {
        const header = new Headers(init.headers).get("payment-signature")
        if (header === null) return Promise.resolve(new Response("{}", { headers: { "payment-required": required } }))
        sent.push(header)
        const reply = replies[sent.length - 1]
        return reply ? Promise.resolve(reply()) : Promise.reject(new TypeError("Failed to fetch"))
      },
    })
  const stored = () => sessions.list.get()[0] ?? session
  const payments = () => sent.map((header) => SessionPayment.parse(decodeHeader(header)))
  return { end, stored, sent, payments }
}

describe("ending a session", () => {
  test("returns the remaining balance, keeps the receipt and deletes the key", async () => {
    const { end, stored, payments } = harness([refunded("1950000")])
    expect(await end()).toEqual({ kind: "ended" })
    expect(payments()[0]?.payload).toMatchObject({ type: "refund", voucher: { maxClaimableAmount: "50000" } })
    expect(stored()).toMatchObject({ key: null, refund: { amount: "1950000", transaction: "0xref" } })
  })

  test("asks again for the same refund while its block is awaited", async () => {
    const { end, sent } = harness([pending, pending, refunded("1950000")])
    expect(await end()).toEqual({ kind: "ended" })
    expect(new Set(sent).size).toBe(1)
    expect(sent).toHaveLength(3)
  })

  test("keeps the key when the refund is not confirmed, refused or lost", async () => {
    for (const replies of [[pending, pending, pending], [refused("refund_transaction_failed")], []]) {
      const { end, stored } = harness(replies)
      expect((await end()).kind).not.toBe("ended")
      expect(stored().key).toBe(session.key)
      expect(phaseOf(stored())).toBe("open")
    }
  })

  test("continues from the total that the service proves", async () => {
    const { payload } = await signVoucherPayment({ resource: { url: "" }, session: sessionOffer() }, session, 100_000n)
    const voucherState = { signedMaxClaimable: "100000", signature: payload.voucher.signature }
    const extra = { channelState: channelState(session, 2_000_000n, 100_000n), voucherState }
    const error = `${REASON}cumulative_amount_mismatch`
    const corrective = () =>
      Response.json({ error }, { status: 402, headers: { "payment-required": sessionChallenge(extra, error) } })
    const { end, payments } = harness([corrective, refunded("1900000")])
    expect(await end()).toEqual({ kind: "ended" })
    expect(payments().map(({ payload: sent }) => sent.voucher.maxClaimableAmount)).toEqual(["50000", "100000"])
  })

  test("proves its key by a voucher of the total on the chain when a claim has published the newest one", async () => {
    const { chargedCumulativeAmount: _, ...onChain } = channelState(session, 2_000_000n, 50_000n)
    const error = `${REASON}cumulative_amount_mismatch`
    const unproved = (totalClaimed: string) => () => {
      const extra = { channelState: { ...onChain, totalClaimed } }
      return Response.json({ error }, { status: 402, headers: { "payment-required": sessionChallenge(extra, error) } })
    }
    const { end, payments } = harness([unproved("49999"), refunded("1950000")])
    expect(await end()).toEqual({ kind: "ended" })
    expect(payments().map(({ payload }) => payload.voucher.maxClaimableAmount)).toEqual(["50000", "49999"])

    const greedy = harness([unproved("60000")])
    expect((await greedy.end()).kind, "a total that was not charged is not signed").toBe("failed")
    expect(greedy.sent).toHaveLength(1)
  })

  test("ends a session without a remaining balance", async () => {
    const { end, stored } = harness([refused("refund_no_balance")])
    expect(await end()).toEqual({ kind: "ended" })
    expect(stored().refund?.amount).toBe("0")
  })

  test("fails when the service offers no sessions", async () => {
    const { end } = harness([], encodeHeader({ x402Version: 2, resource: { url: session.path }, accepts: [{}] }))
    expect(await end()).toMatchObject({ kind: "failed" })
  })
})
