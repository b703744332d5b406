import type { TermsProblem } from "@/lib/client/purchase/quote"
import { isOpen, type PanelState, type PurchaseState } from "./machine"

/** Whether a new purchase could start now, or the missing condition. */
export type Readiness =
  | { readonly kind: "idle-no-wallet" }
  | { readonly kind: "connecting" }
  | { readonly kind: "quoting" }
  /** `isFromSession`: paid without a prompt. `sessionLeft`: the open session does not cover the price. */
  | { readonly kind: "ready"; readonly price: string; readonly isFromSession?: true; readonly sessionLeft?: bigint }
  | { readonly kind: "wrong-network" }
  | { readonly kind: "low-balance"; readonly balance: bigint; readonly price: string }
  | { readonly kind: "limit-reached"; readonly left: bigint; readonly price: string }
  | { readonly kind: "price-changed"; readonly from: string; readonly to: string }
  | { readonly kind: "terms-mismatch"; readonly problem: TermsProblem }
  | NotOnSale
  | { readonly kind: "offline" }

/**
 * No price, no data since `noDataSince`, no payments because of `pausedWhy`, or not sold here because of `notSoldWhy`; only for the first
 * asking again could help.
 */
type NotOnSale = { readonly kind: "unavailable" } & (
  | { readonly message: string; readonly isWrong?: boolean }
  | { readonly noDataSince: string }
  | { readonly pausedWhy: string }
  | { readonly notSoldWhy: string }
)

/** Wallet, network and budget around a panel. */
export type PanelEnvironment = {
  /** `funding`: the faucet transfer is under way. */
  readonly wallet: "none" | "connecting" | "funding" | "wrong-network" | "connected"
  /** Atomic units; `null` while unknown, and the chain decides. */
  readonly balance: bigint | null
  /** The rest of the daily limit, in atomic units. */
  readonly allowance: bigint
  /** The remaining balance of the open session, in atomic units; `null` without one. */
  readonly sessionLeft: bigint | null
  readonly online: boolean
  /** Since when there is no data for an answer (ISO 8601); `null` when on sale. */
  readonly noDataSince: string | null
  /** Why the service takes no payments now; `null`: it does. */
  readonly pausedWhy: string | null
  /** Why this endpoint is not sold; `null`: it is. */
  readonly notSoldWhy: string | null
}

/** The states of a panel. */
export type PanelStatus =
  | Exclude<PurchaseState, { readonly kind: "idle" | "delivered" }>
  | Readiness
  | Delivered
  | EvictedAnswer
  | OtherWalletAnswer

/** An owned answer: latest, old, or outdated by a newer version. */
type Delivered = {
  readonly kind: AnswerFreshness
  /** True right after the payment, when it is announced. */
  readonly justNow: boolean
  /** True right after a redelivery. */
  readonly fetched: boolean
}

/** How current an owned answer is, independent of the purchase state. */
export type AnswerFreshness = "delivered" | "delivered-stale" | "unchanged" | "outdated"

/** Bought, but its answer is no longer stored here. `evicted`: free redelivery is possible; `expired`: it is not. */
export type EvictedAnswer =
  | { readonly kind: "evicted" }
  | { readonly kind: "expired"; readonly boughtAtMs: number; readonly paid: string }

/** Just delivered, but to another wallet than the connected one. */
export type OtherWalletAnswer = { readonly kind: "delivered-elsewhere"; readonly payer: string }

/** The purchase of a panel, wherever its answer is; `null` without one. */
export type BoughtAnswer = OwnedAnswer | EvictedAnswer | OtherWalletAnswer | null

export function readinessOf(state: PanelState, environment: PanelEnvironment): Readiness {
  if (!environment.online) return { kind: "offline" }
  if (environment.pausedWhy !== null) return { kind: "unavailable", pausedWhy: environment.pausedWhy }
  if (environment.notSoldWhy !== null) return { kind: "unavailable", notSoldWhy: environment.notSoldWhy }
  if (environment.noDataSince !== null) return { kind: "unavailable", noDataSince: environment.noDataSince }
  if (environment.wallet === "none") return { kind: "idle-no-wallet" }
  if (environment.wallet === "connecting") return { kind: "connecting" }
  if (environment.wallet === "funding") return { kind: "quoting" }
  const { quote, shownPrice } = state
  // A session pays without the wallet, so the wallet's network does not matter.
  const isFromSession = canPayFromSession(state, environment)
  if (environment.wallet === "wrong-network" && !isFromSession && !isLoading(state, environment))
    return { kind: "wrong-network" }
  if (quote.kind === "none" || quote.kind === "loading") return { kind: "quoting" }
  if (quote.kind !== "ready") return quote
  const asked = quote.quote.accepted.amount
  if (asked !== shownPrice) return { kind: "price-changed", from: shownPrice, to: asked }
  if (environment.balance !== null && environment.balance < BigInt(asked) && !isFromSession) {
    return { kind: "low-balance", balance: environment.balance, price: asked }
  }
  if (environment.allowance < BigInt(asked)) return { kind: "limit-reached", left: environment.allowance, price: asked }
  if (isFromSession) return { kind: "ready", price: asked, isFromSession: true }
  return {
    kind: "ready",
    price: asked,
    ...(environment.sessionLeft !== null && { sessionLeft: environment.sessionLeft }),
  }
}

/** With a session the price is awaited before the wallet's network is judged. */
function isLoading({ quote }: PanelState, { sessionLeft }: PanelEnvironment): boolean {
  return sessionLeft !== null && (quote.kind === "none" || quote.kind === "loading")
}

function canPayFromSession({ quote }: PanelState, { sessionLeft }: PanelEnvironment): boolean {
  if (sessionLeft === null || quote.kind !== "ready" || quote.quote.session === null) return false
  return BigInt(quote.quote.accepted.amount) <= sessionLeft
}

/** Priority: the purchase (under way or ended), the owned answer, the offer. */
export function statusOf(state: PanelState, readiness: Readiness, answer: BoughtAnswer): PanelStatus {
  const { purchase } = state
  if (purchase.kind !== "idle" && purchase.kind !== "delivered") return purchase
  return statusOfAnswer(answer, purchase.kind === "delivered") ?? readiness
}

function statusOfAnswer(answer: BoughtAnswer, justNow: boolean): Delivered | EvictedAnswer | OtherWalletAnswer | null {
  if (!answer || "kind" in answer) return answer
  return { kind: kindOfAnswer(answer), justNow, fetched: answer.fetched }
}

/** An answer stored in this browser. `newer`: a later version is on sale; `null` when unknown. */
export type OwnedAnswer = {
  readonly ageMs: number
  readonly staleAfterMs: number
  readonly newer: boolean | null
  /** Redelivered on this page. */
  readonly fetched: boolean
}

export function kindOfAnswer({ ageMs, staleAfterMs, newer }: OwnedAnswer): AnswerFreshness {
  if (newer !== null) return newer ? "outdated" : "unchanged"
  return ageMs > staleAfterMs ? "delivered-stale" : "delivered"
}

/** Action of the main button. */
export type PanelAction =
  | "connect"
  | "change-wallet"
  | "switch-network"
  | "fund"
  | "raise-limit"
  | "accept-price"
  | "pay"
  | "resume"
  | "requote"
  | "none"
  | "wait"

/**
 * Action of the main button; `none` where there is nothing to do. Paying is offered only when nothing is under way,
 * there is data, and the amount to sign equals the shown amount. A signed payment is presented again instead of signing
 * a second one. An owned answer is not offered again until a newer version exists, also after a purchase that ended
 * uncharged.
 */
export function actionOf(status: PanelStatus, readiness: Readiness, answer: BoughtAnswer): PanelAction {
  switch (status.kind) {
    case "signing":
    case "settling":
    case "finishing":
      return "wait"
    case "unknown":
    case "failed":
      return "resume"
    case "delivered-elsewhere":
      return "change-wallet"
    case "delivered":
    case "unchanged":
    case "evicted":
      return "none"
    case "delivered-stale":
    case "expired":
    case "outdated":
      return actionFor(readiness)
    case "rejected":
    case "cancelled":
    case "wallet-failed":
    case "refused":
    case "spent":
    case "overtaken":
    case "unsent":
      return actionOf(statusOfAnswer(answer, false) ?? readiness, readiness, answer)
    case "idle-no-wallet":
    case "connecting":
    case "quoting":
    case "ready":
    case "wrong-network":
    case "low-balance":
    case "limit-reached":
    case "price-changed":
    case "terms-mismatch":
    case "unavailable":
    case "offline":
      return actionFor(status)
  }
}

/** Action of the secondary "buy again" button; `null` where the main button offers it or it must not be offered. */
export function rebuyActionOf(status: PanelStatus, readiness: Readiness, answer: BoughtAnswer): PanelAction | null {
  const again = actionFor(readiness)
  return actionOf(status, readiness, answer) === "none" && again !== "none" ? again : null
}

/** Whether free redelivery is possible; not during a payment for another answer. */
export function isFetchable(purchase: PurchaseState, answer: BoughtAnswer): boolean {
  return isOpen(purchase) && answer !== null && "kind" in answer && answer.kind === "evicted"
}

function actionFor(readiness: Readiness): PanelAction {
  switch (readiness.kind) {
    case "idle-no-wallet":
    case "connecting":
      return "connect"
    case "wrong-network":
      return "switch-network"
    case "low-balance":
      return "fund"
    case "limit-reached":
      return "raise-limit"
    case "price-changed":
      return "accept-price"
    case "unavailable":
      return "message" in readiness ? "requote" : "none"
    case "terms-mismatch":
      return "requote"
    case "ready":
      return "pay"
    case "quoting":
    case "offline":
      return "wait"
  }
}
