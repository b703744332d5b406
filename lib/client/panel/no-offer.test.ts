import { describe, expect, test } from "vitest"
import { isAutoRefreshDue } from "@/lib/client/budget/auto-refresh"
import { attemptAt, NOW_MS, product, quoteFor } from "@/tools/testing/client/fixtures"
import { initialPanel, type PanelState, type PurchaseState } from "./machine"
import { utcTimes } from "@/lib/client/browser/times"
import { actionText, statusText } from "./text"
import { actionOf, rebuyActionOf, type OwnedAnswer, type PanelEnvironment, readinessOf, statusOf } from "./view"

const environment: PanelEnvironment = {
  wallet: "connected",
  balance: 1_000_000n,
  allowance: 2_000_000n,
  sessionLeft: null,
  online: true,
  noDataSince: null,
  pausedWhy: null,
  notSoldWhy: null,
}
const context = {
  product,
  networkName: "Base",
  walletName: "W",
  price: "50000",
  freshness: null,
  freshUntilMs: null,
  walletProblem: null,
  isLate: false,
  times: utcTimes,
}
const old: OwnedAnswer = { ageMs: 900_001, staleAfterMs: 900_000, newer: null, fetched: false }

function panel(purchase: PurchaseState = { kind: "idle" }): PanelState {
  return { ...initialPanel(product.price), purchase, quote: { kind: "ready", quote: quoteFor() } }
}

test("a product that the service does not sell is offered in no state, and the panel says why", () => {
  for (const wallet of ["none", "connecting", "connected", "wrong-network"] as const) {
    const why = "no provider of its data is allowed by SOURCES"
    const readiness = readinessOf(panel(), { ...environment, wallet, notSoldWhy: why })
    const status = statusOf(panel(), readiness, null)
    expect(actionOf(status, readiness, null)).toBe("none")
    expect(statusText(status, context)).toEqual({ tone: "warn", text: `Not sold now: ${why}.`, announced: false })
  }
})

describe("without fresh data", () => {
  const dataless = { ...environment, noDataSince: new Date(NOW_MS).toISOString() }
  const attempt = attemptAt()

  test("a panel shows since when data is missing, and that it resumes automatically", () => {
    for (const wallet of ["none", "connected", "wrong-network"] as const) {
      const readiness = readinessOf(panel(), { ...dataless, wallet })
      const status = statusOf(panel(), readiness, null)
      expect(status.kind).toBe("unavailable")
      expect(statusText(status, context)).toEqual({
        tone: "warn",
        text: "Paused: no data since 2026-11-20 12:00 UTC. Resumes automatically.",
        announced: false,
      })
    }
  })

  test("a panel of a service that takes no payments says why, with or without a wallet, and offers no payment", () => {
    for (const wallet of ["none", "connected", "wrong-network"] as const) {
      const readiness = readinessOf(panel(), { ...environment, wallet, pausedWhy: "the node does not answer" })
      const status = statusOf(panel(), readiness, null)
      expect(statusText(status, context)).toEqual({
        tone: "warn",
        text: "Payments are not taken now: the node does not answer. Resumes automatically.",
        announced: false,
      })
      expect([actionOf(status, readiness, null), rebuyActionOf(status, readiness, null)]).toEqual(["none", null])
    }
  })

  test.each<[PurchaseState["kind"], PanelState, OwnedAnswer | null]>([
    ["idle", panel(), null],
    ["idle", panel(), old],
    ["idle", panel(), { ...old, newer: false }],
    ["delivered", panel({ kind: "delivered", receiptId: "r" }), old],
    ["rejected", panel({ kind: "rejected" }), null],
    ["refused", panel({ kind: "refused", reason: "r", message: "No." }), old],
    ["spent", panel({ kind: "spent", attemptId: "0x07", message: "Used." }), null],
  ])("no payment is offered: %s", (_, state, answer) => {
    const readiness = readinessOf(state, dataless)
    const status = statusOf(state, readiness, answer)
    expect([actionOf(status, readiness, answer), rebuyActionOf(status, readiness, answer)]).toEqual(["none", null])
  })

  test("auto-refresh pauses, and continues when there is data", () => {
    const isDue = (environment: PanelEnvironment) => {
      const readiness = readinessOf(panel(), environment)
      const status = statusOf(panel(), readiness, old)
      const action = actionOf(status, readiness, old)
      return isAutoRefreshDue({
        allowed: true,
        visible: true,
        checked: true,
        status,
        action,
        paid: "50000",
        price: "50000",
        newer: null,
      })
    }
    expect([isDue(dataless), isDue(environment)]).toEqual([false, true])
  })

  test("an unconfirmed payment can still be resumed", () => {
    const state = panel({ kind: "unknown", attempt, message: "Lost.", transaction: null })
    const readiness = readinessOf(state, dataless)
    expect(actionOf(statusOf(state, readiness, null), readiness, null)).toBe("resume")
  })
})

describe("an answer delivered to a wallet that is no longer connected", () => {
  const state = panel({ kind: "delivered", receiptId: "r" })
  const elsewhere = { kind: "delivered-elsewhere", payer: `0x12${"0".repeat(34)}00ab` } as const
  const readiness = readinessOf(state, environment)

  test("is shown as such, and the button does not pay again", () => {
    const status = statusOf(state, readiness, elsewhere)
    expect(statusText(status, context)).toMatchObject({
      tone: "good",
      text: "Delivered to wallet 0x1200…00ab. Connect it to read the answer, or open Receipts.",
      announced: true,
    })
    const action = actionOf(status, readiness, elsewhere)
    expect([action, rebuyActionOf(status, readiness, elsewhere)]).toEqual(["change-wallet", null])
    expect(actionText(action, { status, freshness: null, price: "$0.05", hasAnswer: false })).toBe("Change wallet")
  })

  test("gives way to the next purchase state", () => {
    expect(statusOf(panel({ kind: "signing", attemptId: "0x07" }), readiness, elsewhere).kind).toBe("signing")
  })
})
