import { describe, expect, test } from "vitest"
import { NOW_MS } from "@/tools/testing/client/fixtures"
import { signInOffer } from "@/tools/testing/client/sign-in-fixtures"
import { initialPanel } from "@/lib/client/panel/machine"
import { redeliveryActionText, redeliveryText } from "./text"
import {
  isOfferDue,
  redeliveryStatusOf,
  type RedeliveryAction,
  redeliveryActionOf,
  type RedeliveryEnvironment,
  type RedeliveryState,
} from "./view"

type OfferState = RedeliveryState["quote"]
type SignInState = RedeliveryState["purchase"]

const initialRedelivery = initialPanel("0")
const attempt = { id: "n", header: "", address: "0x11" } as const

const ready: OfferState = { kind: "ready", quote: signInOffer() }
const environment: RedeliveryEnvironment = { wallet: "connected", online: true }
const words = { walletName: "Demo wallet", price: "50000", payer: "0x1111…1111", until: "14:05 UTC" }
const unknown = { ...words, payer: null, until: null }
const silent: OfferState = { kind: "unavailable", message: "Down.", atMs: NOW_MS }

const state = (signIn: SignInState = { kind: "idle" }, offer: OfferState = ready): RedeliveryState => ({
  quote: offer,
  purchase: signIn,
  shownPrice: "0",
})

type Case = readonly [RedeliveryState, Partial<RedeliveryEnvironment>, string, RedeliveryAction, RegExp]

const cases: readonly Case[] = [
  [state(), { wallet: "none" }, "no-wallet", "connect", /wallet 0x1111…1111 that paid to restore it, free until 14:05/],
  [state(), { wallet: "other" }, "other-wallet", "connect", /Another wallet is connected/],
  [state(), { wallet: "connecting" }, "connecting", "connect", /Waiting for your wallet/],
  [state(), { online: false }, "offline", "wait", /offline/],
  [initialRedelivery, {}, "preparing", "wait", /Preparing the message/],
  [state({ kind: "idle" }, { kind: "loading" }), {}, "preparing", "wait", /Preparing the message/],
  [state(), {}, "ready", "sign", /not a payment/],
  [state({ kind: "delivered", receiptId: "n" }), {}, "ready", "sign", /not a payment/],
  [
    state({ kind: "idle" }, { kind: "terms-mismatch", problem: "site" }),
    {},
    "terms-mismatch",
    "ask",
    /names another site. Nothing was signed/,
  ],
  [state({ kind: "idle" }, silent), {}, "unavailable", "ask", /not possible right now. Down/],
  [state({ kind: "signing", attemptId: "n" }), {}, "signing", "wait", /Confirm the message in Demo wallet/],
  [
    state({ kind: "settling", attempt, resumed: false }, { kind: "none" }),
    {},
    "settling",
    "wait",
    /Waiting for the answer/,
  ],
  [state({ kind: "rejected" }), {}, "rejected", "sign", /You declined. Nothing was charged/],
  [state({ kind: "cancelled" }), {}, "cancelled", "sign", /stopped waiting. Nothing was charged/],
  [state({ kind: "cancelled" }, { kind: "none" }), {}, "cancelled", "wait", /stopped waiting/],
  [
    state({ kind: "wallet-failed", message: "No." }),
    {},
    "wallet-failed",
    "sign",
    /Not signed, nothing was charged\. No\./,
  ],
  [
    state({ kind: "failed", attempt, message: "Lost." }),
    {},
    "failed",
    "sign",
    /nothing was charged. Lost.*new signature/,
  ],
  [state({ kind: "failed", attempt, message: "Lost." }, { kind: "none" }), {}, "failed", "wait", /nothing was charged/],
  [
    state({ kind: "refused", reason: "siwx_nothing_bought", message: "No." }),
    {},
    "refused",
    "none",
    /refused, nothing was charged. No\..*may be over. A new answer costs \$0\.05/,
  ],
  [state({ kind: "refused", reason: "payment_required", message: "No." }), {}, "refused", "none", /did not reach/],
  [
    state({ kind: "refused", reason: "invalid_siwx_signature", message: "No." }),
    {},
    "refused",
    "sign",
    /with the wallet that paid/,
  ],
  [state({ kind: "refused", reason: "invalid_siwx_nonce", message: "No." }), {}, "refused", "sign", /Sign in again/],
]

describe("a redelivery", () => {
  test.each(cases)("case %#: the state %j with %j is %s with the action %s", (state, part, kind, action, text) => {
    const status = redeliveryStatusOf(state, { ...environment, ...part })
    expect([status.kind, redeliveryActionOf(state, { ...environment, ...part })]).toEqual([kind, action])
    expect(redeliveryText(status, words).text).toMatch(text)
  })

  test("shows until when it is free, when the purchase is known", () => {
    const status = redeliveryStatusOf(state(), environment)
    expect(redeliveryActionText("sign", status, words)).toBe("Restore free until 14:05 UTC")
    expect(redeliveryActionText("sign", status, unknown)).toBe("Restore it free")
    expect(redeliveryActionText("connect", status, words)).toBe("Connect the wallet that paid")
  })
})

test("a new text is due when it is missing, old or used, and after a failure, but not during a sign-in", () => {
  const due = (one: RedeliveryState, nowMs = NOW_MS) => isOfferDue(one, nowMs)
  expect([due(initialRedelivery), due(state()), due(state(), NOW_MS + 120_001)]).toEqual([true, false, true])
  expect([
    due(state({ kind: "signing", attemptId: "n" }), NOW_MS + 120_001),
    due(state({ kind: "settling", attempt, resumed: false }, { kind: "none" })),
  ]).toEqual([false, false])
  expect(due(state({ kind: "failed", attempt, message: "" }, { kind: "none" }))).toBe(true)
  expect([due(state({ kind: "idle" }, silent)), due(state({ kind: "idle" }, silent), NOW_MS + 60_001)]).toEqual([
    false,
    true,
  ])
})
