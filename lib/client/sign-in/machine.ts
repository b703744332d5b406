import { ageMs } from "@/lib/client/age"
import { isOfferOld, type OfferProblem, type OfferResult, type SignInOffer } from "./offer"

/** The text to sign. An older text stays usable while a newer one is loading. */
export type OfferState =
  | { readonly kind: "none" }
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly offer: SignInOffer }
  | { readonly kind: "mismatch"; readonly problem: OfferProblem }
  | { readonly kind: "unavailable"; readonly message: string; readonly atMs: number }

/** State of the sign-in. */
export type SignInState =
  | { readonly kind: "idle" }
  | { readonly kind: "signing"; readonly id: string }
  | { readonly kind: "declined" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "wallet-failed"; readonly message: string }
  | { readonly kind: "asking" }
  | { readonly kind: "delivered" }
  | { readonly kind: "refused"; readonly reason: string; readonly message: string }
  | { readonly kind: "failed"; readonly message: string }

export type RedeliveryState = { readonly offer: OfferState; readonly signIn: SignInState }

export const initialRedelivery: RedeliveryState = { offer: { kind: "none" }, signIn: { kind: "idle" } }

/** Nothing is under way, so the wallet may be called. */
export function canStart({ kind }: SignInState): boolean {
  return kind !== "signing" && kind !== "asking"
}

export function toOfferState(result: OfferResult, atMs: number): OfferState {
  switch (result.kind) {
    case "offer":
      return { kind: "ready", offer: result.offer }
    case "mismatch":
      return result
    case "none":
      return { kind: "unavailable", message: "The service offers no sign-in for this.", atMs }
  }
}

const RETRY_AFTER_MS = 60_000

/** Whether to request a text: without one, when it is old, and some time after a failure. */
export function isOfferDue({ offer, signIn }: RedeliveryState, nowMs: number): boolean {
  if (!canStart(signIn)) return false
  switch (offer.kind) {
    case "none":
      return true
    case "ready":
      return isOfferOld(offer.offer, nowMs)
    case "unavailable":
      return ageMs(offer.atMs, nowMs) > RETRY_AFTER_MS
    case "loading":
    case "mismatch":
      return false
  }
}
