import type { RedeliveryState, SignInState } from "./machine"
import type { OfferProblem } from "./offer"

/** Wallet and network around a redelivery. */
export type RedeliveryEnvironment = {
  /** `other`: the connected wallet is not the one that paid. */
  readonly wallet: "none" | "other" | "connecting" | "connected"
  readonly online: boolean
}

/** States of a redelivery. A delivered answer is shown as an owned answer. */
export type RedeliveryStatus =
  | Exclude<SignInState, { readonly kind: "idle" | "delivered" }>
  | { readonly kind: "no-wallet" }
  | { readonly kind: "other-wallet" }
  | { readonly kind: "connecting" }
  | { readonly kind: "preparing" }
  | { readonly kind: "ready" }
  | { readonly kind: "mismatch"; readonly problem: OfferProblem }
  | { readonly kind: "unavailable"; readonly message: string }
  | { readonly kind: "offline" }

/** Priority: a sign-in under way, the outcome of the last one, whether another can start. */
export function redeliveryStatusOf(state: RedeliveryState, environment: RedeliveryEnvironment): RedeliveryStatus {
  const { signIn } = state
  if (signIn.kind === "idle" || signIn.kind === "delivered") return readinessOf(state, environment)
  return signIn
}

function readinessOf({ offer }: RedeliveryState, { wallet, online }: RedeliveryEnvironment): RedeliveryStatus {
  if (!online) return { kind: "offline" }
  if (wallet === "none") return { kind: "no-wallet" }
  if (wallet === "other") return { kind: "other-wallet" }
  if (wallet === "connecting") return { kind: "connecting" }
  if (offer.kind === "none" || offer.kind === "loading") return { kind: "preparing" }
  return offer.kind === "ready" ? { kind: "ready" } : offer
}

/** Action of the button. */
export type RedeliveryAction = "connect" | "sign" | "ask" | "wait" | "none"

/** Signing is offered only when the text has arrived, so that nothing is awaited between click and wallet. */
export function redeliveryActionOf(state: RedeliveryState, environment: RedeliveryEnvironment): RedeliveryAction {
  const status = redeliveryStatusOf(state, environment)
  switch (status.kind) {
    case "signing":
    case "asking":
      return "wait"
    case "refused":
      return isFinal(status.reason) ? "none" : actionFor(readinessOf(state, environment))
    case "declined":
    case "cancelled":
    case "wallet-failed":
    case "failed":
      return actionFor(readinessOf(state, environment))
    case "no-wallet":
    case "other-wallet":
    case "connecting":
    case "preparing":
    case "ready":
    case "mismatch":
    case "unavailable":
    case "offline":
      return actionFor(status)
  }
}

function actionFor({ kind }: RedeliveryStatus): RedeliveryAction {
  if (kind === "no-wallet" || kind === "other-wallet" || kind === "connecting") return "connect"
  if (kind === "mismatch" || kind === "unavailable") return "ask"
  return kind === "ready" ? "sign" : "wait"
}

/** Whether another signature would be refused in the same way. */
export function isFinal(reason: string): boolean {
  return reason === "siwx_nothing_bought" || reason === "payment_required"
}
