import type { TermsProblem } from "@/lib/client/purchase/quote"
import { isOpen, type PanelState, type PurchaseState } from "./machine"

/** Whether a new purchase could start now, and what is missing when not. */
export type Readiness =
  | { readonly kind: "idle-no-wallet" }
  | { readonly kind: "connecting" }
  | { readonly kind: "quoting" }
  | { readonly kind: "ready"; readonly price: string }
  | { readonly kind: "wrong-network" }
  | { readonly kind: "low-balance"; readonly balance: bigint; readonly price: string }
  | { readonly kind: "limit-reached"; readonly left: bigint; readonly price: string }
  | { readonly kind: "price-changed"; readonly from: string; readonly to: string }
  | { readonly kind: "terms-mismatch"; readonly problem: TermsProblem }
  | NotOnSale
  | { readonly kind: "offline" }

/** The service named no price, or has had no data since `noDataSince`: then asking again changes nothing. */
type NotOnSale = { readonly kind: "unavailable" } & (
  | { readonly message: string; readonly isWrong?: boolean }
  | { readonly noDataSince: string }
)

/** What the createPanelHarness around the panel is like. */
export type PanelEnvironment = {
  /** `funding`: play money is on its way to it. */
  readonly wallet: "none" | "connecting" | "funding" | "wrong-network" | "connected"
  /** Atomic units; `null` while it is not known: then the chain decides. */
  readonly balance: bigint | null
  /** What the reader's limit still allows today, atomic units. */
  readonly allowance: bigint
  readonly online: boolean
  /** Since when there is no data to make an answer from, as ISO 8601; `null` where it is on sale. */
  readonly noDataSince: string | null
}

/** The states a reader can meet, one at a time. */
export type PanelStatus =
  | Exclude<PurchaseState, { readonly kind: "idle" | "delivered" }>
  | Readiness
  | Delivered
  | EvictedAnswer
  | ElsewhereAnswer

/** What was bought: the newest there is, old, or followed by a newer version. */
type Delivered = {
  readonly kind: AnswerFreshness
  /** True right after the payment: worth announcing. */
  readonly justNow: boolean
  /** True right after a sign-in has fetched it again. */
  readonly fetched: boolean
}

/** What is known of an answer in this browser, whatever the panel has to say besides. */
export type AnswerFreshness = "delivered" | "delivered-stale" | "unchanged" | "outdated"

/** Bought, and its answer is not in this browser: to be fetched again, free, or not any more. */
export type EvictedAnswer =
  | { readonly kind: "evicted" }
  | { readonly kind: "expired"; readonly boughtAtMs: number; readonly paid: string }

/** Delivered just now to another wallet than the one that is connected. */
export type ElsewhereAnswer = { readonly kind: "delivered-elsewhere"; readonly payer: string }

/** What was bought of a panel, wherever its answer is; `null`: nothing. */
export type BoughtAnswer = OwnedAnswer | EvictedAnswer | ElsewhereAnswer | null

export function readinessOf(state: PanelState, around: PanelEnvironment): Readiness {
  if (!around.online) return { kind: "offline" }
  if (around.noDataSince !== null) return { kind: "unavailable", noDataSince: around.noDataSince }
  if (around.wallet === "none") return { kind: "idle-no-wallet" }
  if (around.wallet === "connecting") return { kind: "connecting" }
  if (around.wallet === "funding") return { kind: "quoting" }
  if (around.wallet === "wrong-network") return { kind: "wrong-network" }
  const { quote, shownPrice } = state
  if (quote.kind === "none" || quote.kind === "loading") return { kind: "quoting" }
  if (quote.kind !== "ready") return quote
  const asked = quote.quote.accepted.amount
  if (asked !== shownPrice) return { kind: "price-changed", from: shownPrice, to: asked }
  if (around.balance !== null && around.balance < BigInt(asked)) {
    return { kind: "low-balance", balance: around.balance, price: asked }
  }
  if (around.allowance < BigInt(asked)) return { kind: "limit-reached", left: around.allowance, price: asked }
  return { kind: "ready", price: asked }
}

/** A purchase under way, or how one ended, comes first, then what was bought, then what could be bought. */
export function statusOf(state: PanelState, readiness: Readiness, answer: BoughtAnswer): PanelStatus {
  const { purchase } = state
  if (purchase.kind !== "idle" && purchase.kind !== "delivered") return purchase
  return atRest(answer, purchase.kind === "delivered") ?? readiness
}

function atRest(answer: BoughtAnswer, justNow: boolean): Delivered | EvictedAnswer | ElsewhereAnswer | null {
  if (!answer || "kind" in answer) return answer
  return { kind: kindOfAnswer(answer), justNow, fetched: answer.fetched }
}

/** An answer in this browser. `newer` says whether the service sells a later one; `null` when that is not known. */
export type OwnedAnswer = {
  readonly ageMs: number
  readonly staleAfterMs: number
  readonly newer: boolean | null
  /** A sign-in has brought it, in this page's life. */
  readonly fetched: boolean
}

export function kindOfAnswer({ ageMs, staleAfterMs, newer }: OwnedAnswer): AnswerFreshness {
  if (newer !== null) return newer ? "outdated" : "unchanged"
  return ageMs > staleAfterMs ? "delivered-stale" : "delivered"
}

/** The one thing that the main button does. */
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
 * The main button; `none` where there is nothing to do. Paying is offered only when nothing is under way, there is data
 * to make an answer from, and the signed amount would be the shown amount;
 * a payment that is already signed is presented again instead of signing a second one. What is owned stands there
 * already and is not offered again while nothing newer is known: versions are sold, not views of them. How a purchase of
 * it ended, uncharged, changes nothing about that.
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
      return actionOf(atRest(answer, false) ?? readiness, readiness, answer)
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

/** What buying once more would take, where the main button does not offer it; `null` where it does or must not be. */
export function rebuyActionOf(status: PanelStatus, readiness: Readiness, answer: BoughtAnswer): PanelAction | null {
  const again = actionFor(readiness)
  return actionOf(status, readiness, answer) === "none" && again !== "none" ? again : null
}

/** Whether the answer can be fetched again, free: not while a payment for another one is on its way. */
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
      return "noDataSince" in readiness ? "none" : "requote"
    case "terms-mismatch":
      return "requote"
    case "ready":
      return "pay"
    case "quoting":
    case "offline":
      return "wait"
  }
}
