import { describe, expect, test } from "vitest"
import { NOW_MS } from "@/lib/client/testing/fixtures"
import { signInOffer } from "@/lib/client/testing/sign-in-fixtures"
import { initialRevisit, isOfferDue, type OfferState, type RevisitState, type VisitState } from "./machine"
import { revisitActionText, revisitText } from "./text"
import { faceOf, type RevisitAction, revisitActionOf, type RevisitSurroundings } from "./view"

const ready: OfferState = { kind: "ready", offer: signInOffer() }
const around: RevisitSurroundings = { wallet: "connected", online: true }
const words = { walletName: "Demo wallet", price: "50000", payer: "0x1111…1111", until: "14:05 UTC" }
const unknown = { ...words, payer: null, until: null }
const silent: OfferState = { kind: "unavailable", message: "Down.", atMs: NOW_MS }

const state = (visit: VisitState = { kind: "idle" }, offer: OfferState = ready): RevisitState => ({ offer, visit })

type Case = readonly [RevisitState, Partial<RevisitSurroundings>, string, RevisitAction, RegExp]

const cases: readonly Case[] = [
  [
    state(),
    { wallet: "none" },
    "no-wallet",
    "connect",
    /wallet 0x1111…1111 that paid to get it again, free until 14:05/,
  ],
  [state(), { wallet: "other" }, "other-wallet", "connect", /Another wallet is connected/],
  [state(), { wallet: "connecting" }, "connecting", "connect", /Waiting for your wallet/],
  [state(), { online: false }, "offline", "wait", /offline/],
  [initialRevisit, {}, "preparing", "wait", /Fetching the text/],
  [state({ kind: "idle" }, { kind: "loading" }), {}, "preparing", "wait", /Fetching the text/],
  [state(), {}, "ready", "sign", /no payment. Nothing is charged/],
  [state({ kind: "delivered" }), {}, "ready", "sign", /Nothing is charged/],
  [
    state({ kind: "idle" }, { kind: "mismatch", problem: "site" }),
    {},
    "mismatch",
    "ask",
    /another site in the text to sign. Nothing was signed/,
  ],
  [state({ kind: "idle" }, silent), {}, "unavailable", "ask", /not possible right now. Down/],
  [state({ kind: "signing", id: "n" }), {}, "signing", "wait", /Confirm the sign-in in Demo wallet/],
  [state({ kind: "asking" }, { kind: "none" }), {}, "asking", "wait", /waiting for the answer/],
  [state({ kind: "declined" }), {}, "declined", "sign", /You declined. Nothing was charged/],
  [state({ kind: "cancelled" }), {}, "cancelled", "sign", /stopped waiting. Nothing was charged/],
  [state({ kind: "cancelled" }, { kind: "none" }), {}, "cancelled", "wait", /stopped waiting/],
  [state({ kind: "wallet-failed", message: "No." }), {}, "wallet-failed", "sign", /did not sign.*No\./],
  [state({ kind: "failed", message: "Lost." }), {}, "failed", "sign", /nothing was charged. Lost.*new signature/],
  [state({ kind: "failed", message: "Lost." }, { kind: "none" }), {}, "failed", "wait", /nothing was charged/],
  [
    state({ kind: "refused", reason: "siwx_nothing_bought", message: "No." }),
    {},
    "refused",
    "none",
    /refused, nothing was charged. No\..*is over. A new answer costs \$0\.05/,
  ],
  [state({ kind: "refused", reason: "payment_required", message: "No." }), {}, "refused", "none", /got lost/],
  [
    state({ kind: "refused", reason: "invalid_siwx_signature", message: "No." }),
    {},
    "refused",
    "sign",
    /with the wallet that paid/,
  ],
  [state({ kind: "refused", reason: "invalid_siwx_nonce", message: "No." }), {}, "refused", "sign", /once more/],
]

describe("a fetching again", () => {
  test.each(cases)("%#: %j in %j is %s and does %s", (state, part, kind, action, text) => {
    const face = faceOf(state, { ...around, ...part })
    expect([face.kind, revisitActionOf(state, { ...around, ...part })]).toEqual([kind, action])
    expect(revisitText(face, words).text).toMatch(text)
  })

  test("names the end of its time on the button, where the purchase is known", () => {
    const face = faceOf(state(), around)
    expect(revisitActionText("sign", face, words)).toBe("Get it again: sign in, free until 14:05 UTC")
    expect(revisitActionText("sign", face, unknown)).toBe("Sign in and fetch it, free")
    expect(revisitActionText("connect", face, words)).toBe("Connect the wallet that paid")
  })
})

test("a text is asked for at first, when it is old or was used, and after a silence; never while one is in use", () => {
  const due = (one: RevisitState, nowMs = NOW_MS) => isOfferDue(one, nowMs)
  expect([due(initialRevisit), due(state()), due(state(), NOW_MS + 120_001)]).toEqual([true, false, true])
  expect([
    due(state({ kind: "signing", id: "n" }), NOW_MS + 120_001),
    due(state({ kind: "asking" }, { kind: "none" })),
  ]).toEqual([false, false])
  expect(due(state({ kind: "failed", message: "" }, { kind: "none" }))).toBe(true)
  expect([due(state({ kind: "idle" }, silent)), due(state({ kind: "idle" }, silent), NOW_MS + 60_001)]).toEqual([
    false,
    true,
  ])
})
