import { describe, expect, test } from "vitest"
import { attemptAt, NOW_MS, product, quoteFor } from "@/tools/testing/client/fixtures"
import { initialPanel, type PanelState, type PurchaseState, type QuoteState } from "./machine"
import { utcTimes } from "@/lib/client/browser/times"
import { actionText, statusText } from "./text"
import {
  actionOf,
  rebuyActionOf,
  type BoughtAnswer,
  type EvictedAnswer,
  isFetchable,
  kindOfAnswer,
  type OwnedAnswer,
  type PanelAction,
  type PanelEnvironment,
  readinessOf,
  statusOf,
} from "./view"

const attempt = attemptAt()
const ready: QuoteState = { kind: "ready", quote: quoteFor() }
const connected: PanelEnvironment = {
  wallet: "connected",
  balance: 1_000_000n,
  allowance: 2_000_000n,
  sessionLeft: null,
  online: true,
  noDataSince: null,
  pausedWhy: null,
  notSoldWhy: null,
}
const fresh = { ageMs: 1_000, staleAfterMs: 900_000, newer: null, fetched: false }
const old = { ...fresh, ageMs: 900_001 }
const newest = { ...old, newer: false } as const
const outdated = { ...fresh, newer: true } as const

function panel(purchase: PurchaseState = { kind: "idle" }, quote: QuoteState = ready): PanelState {
  return { ...initialPanel(product.price), purchase, quote }
}

const context = {
  product,
  networkName: "Base",
  walletName: "Demo wallet",
  price: "50000",
  freshness: null,
  freshUntilMs: null,
  walletProblem: null,
  isLate: false,
  times: utcTimes,
}

type Case = readonly [
  name: string,
  state: PanelState,
  environment: Partial<PanelEnvironment>,
  answer: OwnedAnswer | EvictedAnswer | null,
  kind: string,
  action: string,
  words: RegExp,
]

const expired = { kind: "expired", boughtAtMs: NOW_MS, paid: "40000" } as const
const unresolved = { attempt, message: "Lost.", transaction: null } as const

const cases: readonly Case[] = [
  ["no wallet", panel(), { wallet: "none" }, null, "idle-no-wallet", "connect", /Connect a wallet/],
  [
    "wallet without an answer",
    panel(),
    { wallet: "connecting" },
    null,
    "connecting",
    "connect",
    /Waiting for your wallet/,
  ],
  ["faucet transfer in progress", panel(), { wallet: "funding" }, null, "quoting", "wait", /Checking/],
  ["no quote yet", panel(undefined, { kind: "none" }), {}, null, "quoting", "wait", /Checking/],
  ["quote loading", panel(undefined, { kind: "loading" }), {}, null, "quoting", "wait", /Checking/],
  ["quote, wallet and balance ready", panel(), {}, null, "ready", "pay", /One signature/],
  ["balance not known", panel(), { balance: null }, null, "ready", "pay", /One signature/],
  ["balance exactly enough", panel(), { balance: 50_000n }, null, "ready", "pay", /One signature/],
  ["balance one unit short", panel(), { balance: 49_999n }, null, "low-balance", "fund", /Balance 0\.04 USDC.*\$0\.05/],
  ["another network", panel(), { wallet: "wrong-network" }, null, "wrong-network", "switch-network", /to Base/],
  [
    "higher price",
    panel(undefined, { kind: "ready", quote: quoteFor("90000") }),
    {},
    null,
    "price-changed",
    "accept-price",
    /from \$0\.05 to \$0\.09/,
  ],
  [
    "lower price",
    panel(undefined, { kind: "ready", quote: quoteFor("10000") }),
    {},
    null,
    "price-changed",
    "accept-price",
    /to \$0\.01/,
  ],
  [
    "another payee",
    panel(undefined, { kind: "terms-mismatch", problem: "payee" }),
    {},
    null,
    "terms-mismatch",
    "requote",
    /another payee.*Nothing was signed/,
  ],
  [
    "service unavailable",
    panel(undefined, { kind: "unavailable", message: "Down.", atMs: 0 }),
    {},
    null,
    "unavailable",
    "requote",
    /Not on sale right now. Down\./,
  ],
  [
    "invalid request",
    panel(undefined, { kind: "unavailable", message: "max_apy: too low", isWrong: true, atMs: 0 }),
    {},
    null,
    "unavailable",
    "requote",
    /^Invalid request\. max_apy: too low$/,
  ],
  ["offline", panel(), { online: false }, null, "offline", "wait", /offline/],
  [
    "wallet prompt open",
    panel({ kind: "signing", attemptId: attempt.id }),
    {},
    null,
    "signing",
    "wait",
    /Confirm \$0\.05 in Demo wallet/,
  ],
  ["cancelled", panel({ kind: "cancelled" }), {}, null, "cancelled", "pay", /stopped waiting. Nothing was charged/],
  [
    "cancelled, with an outdated answer",
    panel({ kind: "cancelled" }),
    {},
    outdated,
    "cancelled",
    "pay",
    /stopped waiting/,
  ],
  ["declined", panel({ kind: "rejected" }), {}, null, "rejected", "pay", /declined. Nothing was charged/],
  [
    "wallet error",
    panel({ kind: "wallet-failed", message: "Locked." }),
    {},
    null,
    "wallet-failed",
    "pay",
    /nothing was charged. Locked\./,
  ],
  ["payment sent", panel({ kind: "settling", attempt, resumed: false }), {}, null, "settling", "wait", /Payment sent/],
  [
    "payment sent again",
    panel({ kind: "settling", attempt, resumed: true }),
    {},
    null,
    "settling",
    "wait",
    /Same payment/,
  ],
  [
    "payment being resumed",
    panel({ kind: "finishing", attempt, sent: false }),
    {},
    null,
    "finishing",
    "wait",
    /^Completing/,
  ],
  [
    "refused",
    panel({ kind: "refused", reason: "r", message: "Bad." }),
    {},
    null,
    "refused",
    "pay",
    /nothing was charged. Bad\./,
  ],
  [
    "failed",
    panel({ kind: "failed", attempt, message: "No data." }),
    {},
    null,
    "failed",
    "resume",
    /nothing was charged. No data\./,
  ],
  [
    "unknown",
    panel({ kind: "unknown", ...unresolved }),
    {},
    null,
    "unknown",
    "resume",
    /may have been charged.*same payment/,
  ],
  [
    "unknown outcome without a wallet",
    panel({ kind: "unknown", ...unresolved }),
    { wallet: "none" },
    null,
    "unknown",
    "resume",
    /same payment/,
  ],
  [
    "spent",
    panel({ kind: "spent", attemptId: "0x0707070707", message: "Used." }),
    {},
    null,
    "spent",
    "pay",
    /Payment 0x07070707… was used/,
  ],
  [
    "bought by another tab during the prompt",
    panel({ kind: "overtaken", delivered: true }),
    {},
    fresh,
    "overtaken",
    "none",
    /^Another tab bought this. You were not charged twice/,
  ],
  [
    "being bought by another tab",
    panel({ kind: "overtaken", delivered: false }),
    {},
    null,
    "overtaken",
    "pay",
    /^Another tab is paying for this. Nothing was charged/,
  ],
  [
    "payment not stored",
    panel({ kind: "unsent", message: "No room." }),
    {},
    null,
    "unsent",
    "pay",
    /^Not sent, nothing was charged. No room\./,
  ],
  [
    "just delivered",
    panel({ kind: "delivered", receiptId: "r" }),
    {},
    fresh,
    "delivered",
    "none",
    /BTC signal delivered for \$0\.05/,
  ],
  ["fresh answer", panel(), {}, fresh, "delivered", "none", /You own this answer/],
  ["fresh answer without a wallet", panel(), { wallet: "none" }, fresh, "delivered", "none", /You own/],
  ["allowance exactly enough", panel(), { allowance: 50_000n }, null, "ready", "pay", /One signature/],
  [
    "allowance too low",
    panel(),
    { allowance: 49_999n },
    null,
    "limit-reached",
    "raise-limit",
    /leaves \$0\.049999\. Purchases stop/,
  ],
  ["old answer, no newer version", panel(), {}, newest, "unchanged", "none", /You have the latest/],
  [
    "just delivered, newer version available",
    panel({ kind: "delivered", receiptId: "r" }),
    {},
    outdated,
    "outdated",
    "pay",
    /Update available · \$0\.05/,
  ],
  [
    "delivered in this tab, old answer",
    panel({ kind: "delivered", receiptId: "r" }),
    {},
    old,
    "delivered-stale",
    "pay",
    /The market has moved/,
  ],
  ["newer version available", panel(), {}, outdated, "outdated", "pay", /Update available · \$0\.05/],
  ["old answer", panel(), {}, old, "delivered-stale", "pay", /old/],
  ["offline with an answer", panel(), { online: false }, fresh, "delivered", "none", /You own/],
  [
    "answer no longer stored",
    panel(),
    {},
    { kind: "evicted" },
    "evicted",
    "none",
    /own this answer, but it is no longer stored/,
  ],
  [
    "answer no longer stored, no wallet",
    panel(),
    { wallet: "none" },
    { kind: "evicted" },
    "evicted",
    "none",
    /own this answer/,
  ],
  [
    "answer no longer stored, redelivery expired",
    panel(),
    {},
    expired,
    "expired",
    "pay",
    /Bought 2026-11-20 12:00 UTC for \$0\.04. .* costs \$0\.05/,
  ],
  [
    "redelivery expired, paid again",
    panel({ kind: "settling", attempt, resumed: false }),
    {},
    expired,
    "settling",
    "wait",
    /Pay/,
  ],
  [
    "answer fetched again",
    panel(),
    {},
    { ...fresh, fetched: true },
    "delivered",
    "none",
    /restored. Nothing was charged\.$/,
  ],
  [
    "answer fetched again, old",
    panel(),
    {},
    { ...old, fetched: true },
    "delivered-stale",
    "pay",
    /charged\. This answer is old/,
  ],
  [
    "answer fetched again, newer version available",
    panel(),
    {},
    { ...outdated, fetched: true },
    "outdated",
    "pay",
    /Update available · \$0\.05/,
  ],
  [
    "unknown outcome with an older answer",
    panel({ kind: "unknown", ...unresolved }),
    {},
    fresh,
    "unknown",
    "resume",
    /same payment/,
  ],
]

describe("status and main action of a panel", () => {
  test.each(cases)("with %s", (_, state, environment, answer, kind, action, words) => {
    const readiness = readinessOf(state, { ...connected, ...environment })
    const status = statusOf(state, readiness, answer)
    expect(status.kind).toBe(kind)
    expect(actionOf(status, readiness, answer)).toBe(action)
    expect(statusText(status, context).text).toMatch(words)
  })
})

test("an owned answer is bought again by the second button, and an offered answer by the main button", () => {
  for (const [name, state, environment, answer] of cases) {
    const readiness = readinessOf(state, { ...connected, ...environment })
    const status = statusOf(state, readiness, answer)
    const [action, again] = [actionOf(status, readiness, answer), rebuyActionOf(status, readiness, answer)]
    expect([action, again].filter((one) => one === "pay").length, name).toBeLessThanOrEqual(1)
    expect(again === null, name).toBe(action !== "none")
  }
  const again = (environment: Partial<PanelEnvironment>) => {
    const readiness = readinessOf(panel(), { ...connected, ...environment })
    return rebuyActionOf(statusOf(panel(), readiness, newest), readiness, newest)
  }
  expect([again({}), again({ wallet: "none" }), again({ balance: 0n })]).toEqual(["pay", "connect", "fund"])
})

test("a newer version is shown calmly while the answer is fresh, and as a warning afterwards", () => {
  const status = { kind: "outdated", justNow: false, fetched: false } as const
  expect(statusText(status, { ...context, freshUntilMs: NOW_MS })).toEqual({
    tone: "calm",
    text: "Update available · $0.05. Yours stays fresh until 2026-11-20 12:00 UTC.",
    announced: true,
  })
  expect(statusText(status, context)).toEqual({
    tone: "warn",
    text: "Update available · $0.05.",
    announced: true,
  })
  const again = statusText({ ...status, fetched: true }, { ...context, freshUntilMs: NOW_MS })
  expect(again.text).toMatch(/Nothing was charged\. Update available · \$0\.05\. Yours stays fresh/)
})

test.each([
  [["direction"], "direction changed"],
  [["direction", "levels"], "direction and levels changed"],
  [["direction", "votes", "levels", "ranges"], "direction, votes, levels and 1 more changed"],
])("an update says what changed: %j", (changed, words) => {
  const status = { kind: "outdated", justNow: false, fetched: false } as const
  expect(statusText(status, { ...context, changed }).text).toBe(`Update available: ${words} · $0.05.`)
})

describe("with an owned answer, a purchase that ended uncharged", () => {
  const ended: readonly PurchaseState[] = [
    { kind: "rejected" },
    { kind: "cancelled" },
    { kind: "wallet-failed", message: "Locked." },
    { kind: "refused", reason: "r", message: "Bad." },
    { kind: "spent", attemptId: "0x07", message: "Used." },
    { kind: "overtaken", delivered: true },
    { kind: "unsent", message: "No room." },
  ]
  const evicted = { kind: "evicted" } as const
  const offered = (purchase: PurchaseState, answer: BoughtAnswer) => {
    const readiness = readinessOf(panel(purchase), connected)
    const status = statusOf(panel(purchase), readiness, answer)
    expect(status, "the outcome is still shown").toBe(purchase)
    return [actionOf(status, readiness, answer), rebuyActionOf(status, readiness, answer)]
  }

  test.each(ended)("does not offer to buy it again with the main button: $kind", (purchase) => {
    for (const answer of [fresh, newest, evicted]) expect(offered(purchase, answer)).toEqual(["none", "pay"])
  })

  test.each(ended)("keeps the offer when the answer is outdated, old or expired: $kind", (purchase) => {
    for (const answer of [outdated, old, expired, null]) expect(offered(purchase, answer)).toEqual(["pay", null])
  })

  test.each(ended)("does not change the answer's freshness: $kind", (purchase) => {
    const readiness = readinessOf(panel(purchase), connected)
    const shown = (answer: OwnedAnswer) => {
      const [status, freshness] = [statusOf(panel(purchase), readiness, answer), kindOfAnswer(answer)]
      const action = actionOf(status, readiness, answer)
      const { text } = statusText(status, { ...context, freshness })
      return { text, button: actionText(action, { status, freshness, price: "$0.05", hasAnswer: true }) }
    }
    const { text } = shown(fresh)
    expect(text).toBe(statusText(statusOf(panel(purchase), readiness, null), context).text)
    expect(shown(newest).text).toBe(text)
    expect(shown(outdated)).toEqual({
      text: `${text} Update available · $0.05.`,
      button: "Update for $0.05",
    })
    expect(shown(old)).toEqual({
      text: `${text} This answer is old: the market has moved.`,
      button: "Refresh for $0.05",
    })
  })

  test.each(ended)("keeps the free redelivery: $kind", (purchase) => {
    expect([fresh, expired, null, evicted].map((answer) => isFetchable(purchase, answer))).toEqual([
      false,
      false,
      false,
      true,
    ])
  })
})

test("redelivery is not offered during a payment", () => {
  const evicted = { kind: "evicted" } as const
  const fetchable = (purchase: PurchaseState) => isFetchable(purchase, evicted)
  expect(fetchable({ kind: "idle" })).toBe(true)
  expect([
    fetchable({ kind: "signing", attemptId: attempt.id }),
    fetchable({ kind: "settling", attempt, resumed: false }),
    fetchable({ kind: "unknown", ...unresolved }),
  ]).toEqual([false, false, false])
})

test("the button shows the price in every state in which it pays", () => {
  const status = { kind: "ready", price: "50000" } as const
  const words = (action: PanelAction, hasAnswer = false) =>
    actionText(action, { status, freshness: null, price: "$0.05", hasAnswer })
  expect([words("pay"), words("connect"), words("wait")]).toEqual(Array(3).fill("View for $0.05"))
  expect([words("pay", true), words("connect", true)]).toEqual(Array(2).fill("Refresh for $0.05"))
  expect(words("accept-price")).toBe("Accept $0.05")
})

test("the button of an owned answer says that the balance is too low, because its text does not", () => {
  const status = { kind: "outdated", justNow: false, fetched: false } as const
  const words = (hasAnswer: boolean) => actionText("fund", { status, freshness: "outdated", price: "$0.05", hasAnswer })
  expect([words(true), words(false)]).toEqual(["Low balance: add USDC", "Add USDC"])
})

test("the resume button says that there is no second charge", () => {
  const rest = { freshness: null, price: "$0.05", hasAnswer: false }
  const failed = { kind: "failed", attempt, message: "" } as const
  expect(actionText("resume", { status: { kind: "unknown", ...unresolved }, ...rest })).toBe(
    "Get my answer (no second charge)",
  )
  expect(actionText("resume", { status: failed, ...rest })).toBe("Try again (same payment)")
})

const isAnnounced = (status: Parameters<typeof statusText>[0]) => statusText(status, context).announced

test("status changes are announced, and permanent states are not", () => {
  expect([isAnnounced({ kind: "idle-no-wallet" }), isAnnounced({ kind: "quoting" })]).toEqual([false, false])
  expect([
    isAnnounced({ kind: "rejected" }),
    isAnnounced({ kind: "delivered", justNow: true, fetched: false }),
  ]).toEqual([true, true])
  expect(isAnnounced({ kind: "delivered", justNow: false, fetched: false })).toBe(false)
  expect([isAnnounced({ kind: "evicted" }), isAnnounced({ kind: "unchanged", justNow: false, fetched: true })]).toEqual(
    [false, true],
  )
})

test("a wallet error is shown only when the wallet is needed", () => {
  const status = { kind: "low-balance", balance: 0n, price: "50000" } as const
  expect(statusText(status, { ...context, walletProblem: "The faucet is dry." }).text).toContain("The faucet is dry.")
})

test("a long wait is reported, also for a resumed payment", () => {
  const shown = (resumed: boolean, isLate: boolean) =>
    statusText({ kind: "settling", attempt, resumed }, { ...context, isLate })
  expect([shown(false, false).text, shown(true, false).text]).toEqual([
    "Payment sent. Waiting for the answer…",
    "Same payment sent again. Waiting for the answer…",
  ])
  for (const resumed of [true, false]) {
    expect(shown(resumed, true)).toEqual({
      tone: "busy",
      text: "Still waiting for the answer. The payment is saved: you can close this page and come back.",
      announced: true,
    })
  }
})
