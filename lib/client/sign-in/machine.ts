import { ageMs } from "@/lib/client/age"
import { isOfferOld, type OfferProblem, type OfferResult, type SignInOffer } from "./offer"

/** What is known about the text to sign. The one of an older answer stays while a newer one is fetched. */
export type OfferState =
  | { readonly kind: "none" }
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly offer: SignInOffer }
  | { readonly kind: "mismatch"; readonly problem: OfferProblem }
  | { readonly kind: "unavailable"; readonly message: string; readonly atMs: number }

/** Where the sign-in stands. */
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

/** Nothing is under way, so the wallet may be asked. */
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

/** Whether it is time to ask for a text: at first, when the last one is old or used, and after a silence. */
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
