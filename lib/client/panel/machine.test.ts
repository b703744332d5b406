import { describe, expect, test } from "vitest"
import { attemptAt, NOW_MS, product, quoteFor } from "@/tools/testing/client/fixtures"
import type { Outcome } from "@/lib/client/purchase/outcome"
import { initialPanel, isQuoteDue, type PanelEvent, type PanelState, type PurchaseState, reducePanel } from "./machine"

const attempt = attemptAt()
const other = { ...attempt, id: "0xother" }
const quote = quoteFor()

const states = {
  idle: { kind: "idle" },
  signing: { kind: "signing", attemptId: attempt.id },
  rejected: { kind: "rejected" },
  cancelled: { kind: "cancelled" },
  walletFailed: { kind: "wallet-failed", message: "No." },
  settling: { kind: "settling", attempt, resumed: false },
  waiting: { kind: "finishing", attempt, sent: false },
  finishing: { kind: "finishing", attempt, sent: true },
  delivered: { kind: "delivered", receiptId: attempt.id },
  refused: { kind: "refused", reason: "r", message: "No." },
  failed: { kind: "failed", attempt, message: "No data." },
  unknown: { kind: "unknown", attempt, message: "Lost.", transaction: null },
  resumed: { kind: "settling", attempt, resumed: true },
  spent: { kind: "spent", attemptId: attempt.id, message: "Used." },
  overtaken: { kind: "overtaken", delivered: true },
  unsent: { kind: "unsent", message: "No room." },
} as const satisfies Record<string, PurchaseState>

type Name = keyof typeof states

function after(name: Name, event: PanelEvent): PurchaseState {
  return reducePanel({ ...initialPanel(product.price), purchase: states[name] }, event).purchase
}

const delivered: Outcome = { kind: "delivered", body: {}, payment: null }

const events = {
  sign: { type: "signing-started", attemptId: attempt.id },
  cancel: { type: "signing-cancelled", attemptId: attempt.id },
  cancelOther: { type: "signing-cancelled", attemptId: other.id },
  decline: { type: "signature-declined", attemptId: attempt.id },
  declineOther: { type: "signature-declined", attemptId: other.id },
  walletFails: { type: "wallet-failed", attemptId: attempt.id, message: "No." },
  walletFailsOther: { type: "wallet-failed", attemptId: other.id, message: "No." },
  overtake: { type: "overtaken", attemptId: attempt.id, delivered: false },
  overtakeOther: { type: "overtaken", attemptId: other.id, delivered: false },
  abort: { type: "aborted", attemptId: attempt.id, message: "No room." },
  keepBackOther: { type: "aborted", attemptId: other.id, message: "No room." },
  send: { type: "payment-sent", attempt },
  deliver: { type: "answered", attempt, outcome: delivered },
  deliverOther: { type: "answered", attempt: other, outcome: delivered },
  refuse: { type: "answered", attempt, outcome: { kind: "refused", reason: "r", message: "No." } },
  fail: { type: "answered", attempt, outcome: { kind: "failed", code: "c", message: "No." } },
  doubt: { type: "answered", attempt, outcome: { kind: "unknown", message: "?", transaction: "0xabc" } },
  used: { type: "answered", attempt, outcome: { kind: "spent", reason: "r", message: "Used." } },
  lose: { type: "connection-lost", attempt },
  find: { type: "attempt-found", attempt, finishes: false },
  findInTime: { type: "attempt-found", attempt, finishes: true },
  stop: { type: "finishing-stopped", attempt },
  stopOther: { type: "finishing-stopped", attempt: other },
  gone: { type: "attempt-gone" },
  dismiss: { type: "dismissed" },
} as const satisfies Record<string, PanelEvent>

type Event = keyof typeof events

/** The final states of a sent payment. */
const answered = {
  deliver: "delivered",
  refuse: "refused",
  fail: "failed",
  doubt: "unknown",
  used: "spent",
  lose: "unknown",
} as const

/** States from which another purchase can begin. */
const over = { sign: "signing", find: "unknown", findInTime: "finishing", dismiss: "idle" } as const

/** For each state, the events that leave it, and the next state. All other events must change nothing. */
const table: Readonly<Record<Name, Partial<Record<Event, PurchaseState["kind"]>>>> = {
  idle: { sign: "signing", find: "unknown", findInTime: "finishing" },
  signing: {
    cancel: "cancelled",
    decline: "rejected",
    walletFails: "wallet-failed",
    overtake: "overtaken",
    abort: "unsent",
    send: "settling",
  },
  rejected: over,
  cancelled: over,
  walletFailed: over,
  settling: answered,
  delivered: over,
  refused: over,
  failed: { send: "settling", dismiss: "idle" },
  waiting: { send: "finishing", stop: "unknown", gone: "idle" },
  finishing: answered,
  unknown: { send: "settling", findInTime: "finishing", gone: "idle" },
  resumed: { ...answered, overtake: "overtaken", abort: "unsent" },
  spent: over,
  overtaken: over,
  unsent: over,
}

const names = Object.keys(states) as Name[]
const eventNames = Object.keys(events) as Event[]

describe.each(names)("in the state %s", (name) => {
  test.each(eventNames)("the event %s leads to its documented state", (eventName) => {
    const next = after(name, events[eventName])
    const kind = table[name][eventName]
    if (kind === undefined) expect(next, "the event does not fit, so nothing changes").toEqual(states[name])
    else expect(next.kind).toBe(kind)
  })
})

test("an unconfirmed payment can be presented again but not signed again", () => {
  expect(after("unknown", events.sign)).toBe(states.unknown)
  expect(after("settling", events.sign)).toBe(states.settling)
  expect(after("failed", events.sign)).toBe(states.failed)
  expect(after("unknown", events.send)).toMatchObject({ kind: "settling", resumed: true })
})

test("a payment that is being resumed is sent once and not signed again", () => {
  expect(after("waiting", events.send)).toEqual(states.finishing)
  expect([after("waiting", events.sign), after("finishing", events.sign)]).toEqual([states.waiting, states.finishing])
})

test("an abandoned signature is not sent while another prompt is open", () => {
  expect(after("signing", { type: "payment-sent", attempt: other })).toBe(states.signing)
})

test("the answer to another payment changes nothing", () => {
  expect(after("settling", events.deliverOther)).toBe(states.settling)
})

describe("the price", () => {
  const start = initialPanel(product.price)
  const read = (amount: string, state: PanelState = start) =>
    reducePanel(state, { type: "quote-read", result: { kind: "quote", quote: quoteFor(amount) }, atMs: NOW_MS })

  test("a quote stays usable while a newer one is loading", () => {
    const ready = read("50000")
    expect(reducePanel(ready, { type: "quote-requested" })).toBe(ready)
    expect(reducePanel(start, { type: "quote-requested" }).quote.kind).toBe("loading")
  })

  test("only the user changes the shown price", () => {
    const higherPrice = read("90000")
    expect(higherPrice.shownPrice).toBe("50000")
    expect(reducePanel(higherPrice, { type: "price-accepted", price: "90000" }).shownPrice).toBe("90000")
    expect(reducePanel(start, { type: "price-accepted", price: "90000" })).toBe(start)
  })

  test("mismatched terms and a missing answer are different states", () => {
    const mismatch = { kind: "terms-mismatch", problem: "payee" } as const
    expect(reducePanel(start, { type: "quote-read", result: mismatch, atMs: NOW_MS }).quote).toEqual(mismatch)
    expect(reducePanel(start, { type: "quote-read", result: { kind: "unreadable" }, atMs: NOW_MS }).quote.kind).toBe(
      "unavailable",
    )
    expect(reducePanel(read("50000"), { type: "quote-failed", message: "Down.", atMs: NOW_MS }).quote.kind).toBe(
      "unavailable",
    )
  })
})

test("a quote is accepted in every purchase state", () => {
  const settling = { ...initialPanel(product.price), purchase: states.settling }
  const next = reducePanel(settling, { type: "quote-read", result: { kind: "quote", quote }, atMs: NOW_MS })
  expect(next).toMatchObject({ quote: { kind: "ready" }, purchase: { kind: "settling" } })
})

test.each([
  ["at first", { kind: "none" }, 0, true],
  ["while one is asked for", { kind: "loading" }, 1e9, false],
  ["a fresh price", { kind: "ready", quote }, 120_000, false],
  ["an old price", { kind: "ready", quote }, 120_001, true],
  ["a silence", { kind: "unavailable", message: "", atMs: NOW_MS }, 15_000, false],
  ["a silence of 15 seconds", { kind: "unavailable", message: "", atMs: NOW_MS }, 15_001, true],
  ["terms that are not signed", { kind: "terms-mismatch", problem: "payee" }, 1e9, false],
] as const)("a quote is due: %s", (_, state, laterMs, due) => {
  expect(isQuoteDue(state, NOW_MS + laterMs)).toBe(due)
})
