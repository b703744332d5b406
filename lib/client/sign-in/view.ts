import { isInProgress, isQuoteDue, type PanelEvent, type PanelState } from "@/lib/client/panel/machine"
import type { OfferProblem, SignInOffer } from "./offer"

/** A signed text. */
export type SignIn = { readonly id: string; readonly header: string; readonly address: `0x${string}` }

/** The machine of a panel, for a text instead of a payment. A sign-in is sent once, so it is never unknown, spent or resumed. */
export type RedeliveryState = PanelState<SignIn, SignInOffer, OfferProblem>
export type SignInEvent = PanelEvent<SignIn, SignInOffer, OfferProblem>

/** Whether to request a text, which replaces an old one before it expires; not during a sign-in. */
export function isOfferDue({ quote, purchase }: RedeliveryState, nowMs: number): boolean {
  return !isInProgress(purchase) && isQuoteDue(quote, nowMs)
}

/** Wallet and network around a redelivery. */
export type RedeliveryEnvironment = {
  /** `other`: the connected wallet is not the one that paid. */
  readonly wallet: "none" | "other" | "connecting" | "connected"
  readonly online: boolean
}

/** States of a redelivery. A delivered answer is shown as an owned answer. */
export type RedeliveryStatus =
  | Extract<
      RedeliveryState["purchase"],
      { kind: "signing" | "settling" | "rejected" | "cancelled" | "wallet-failed" | "refused" | "failed" }
    >
  | { readonly kind: "no-wallet" }
  | { readonly kind: "other-wallet" }
  | { readonly kind: "connecting" }
  | { readonly kind: "preparing" }
  | { readonly kind: "ready" }
  | { readonly kind: "terms-mismatch"; readonly problem: OfferProblem }
  | { readonly kind: "unavailable"; readonly message: string }
  | { readonly kind: "offline" }

/** Priority: a sign-in under way, the outcome of the last one, whether another can start. */
export function redeliveryStatusOf(state: RedeliveryState, environment: RedeliveryEnvironment): RedeliveryStatus {
  const { purchase } = state
  switch (purchase.kind) {
    case "signing":
    case "settling":
    case "rejected":
    case "cancelled":
    case "wallet-failed":
    case "refused":
    case "failed":
      return purchase
    case "idle":
    case "delivered":
    case "finishing":
    case "unknown":
    case "spent":
    case "overtaken":
    case "unsent":
      return readinessOf(state, environment)
  }
}

function readinessOf({ quote }: RedeliveryState, { wallet, online }: RedeliveryEnvironment): RedeliveryStatus {
  if (!online) return { kind: "offline" }
  if (wallet === "none") return { kind: "no-wallet" }
  if (wallet === "other") return { kind: "other-wallet" }
  if (wallet === "connecting") return { kind: "connecting" }
  if (quote.kind === "none" || quote.kind === "loading") return { kind: "preparing" }
  return quote.kind === "ready" ? { kind: "ready" } : quote
}

/** Action of the button. */
export type RedeliveryAction = "connect" | "sign" | "ask" | "wait" | "none"

/** Signing is offered only when the text has arrived, so that nothing is awaited between click and wallet. */
export function redeliveryActionOf(state: RedeliveryState, environment: RedeliveryEnvironment): RedeliveryAction {
  const status = redeliveryStatusOf(state, environment)
  if (isInProgress(state.purchase)) return "wait"
  if (status.kind === "refused" && isFinal(status.reason)) return "none"
  return actionFor(readinessOf(state, environment))
}

function actionFor({ kind }: RedeliveryStatus): RedeliveryAction {
  if (kind === "no-wallet" || kind === "other-wallet" || kind === "connecting") return "connect"
  if (kind === "terms-mismatch" || kind === "unavailable") return "ask"
  return kind === "ready" ? "sign" : "wait"
}

/** Whether another signature would be refused in the same way. */
export function isFinal(reason: string): boolean {
  return reason === "siwx_nothing_bought" || reason === "payment_required"
}
