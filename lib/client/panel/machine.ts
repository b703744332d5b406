import { ageMs } from "@/lib/client/age"
import type { Attempt } from "@/lib/client/purchase/attempt"
import type { Outcome } from "@/lib/client/purchase/outcome"
import type { Quote, QuoteResult, TermsProblem } from "@/lib/client/purchase/quote"

/** The price. An older quote stays usable while a newer one is loading. */
export type QuoteState =
  | { readonly kind: "none" }
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly quote: Quote }
  | { readonly kind: "terms-mismatch"; readonly problem: TermsProblem }
  | { readonly kind: "unavailable"; readonly message: string; readonly isWrong?: boolean; readonly atMs: number }

/** State of the purchase. States with an `attempt` have a signed payment. */
export type PurchaseState =
  | { readonly kind: "idle" }
  /** `amount`: the price of a brief with the answer of this panel, in atomic units; absent: the panel's own price. */
  | { readonly kind: "signing"; readonly attemptId: string; readonly method?: PaymentMethod; readonly amount?: string }
  | { readonly kind: "rejected" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "wallet-failed"; readonly message: string }
  | ({ readonly kind: "settling"; readonly attempt: Attempt; readonly resumed: boolean } & SendCount)
  /** A payment of an earlier page or another tab that is being resumed automatically. */
  | { readonly kind: "finishing"; readonly attempt: Attempt; readonly sent: boolean }
  | { readonly kind: "delivered"; readonly receiptId: string }
  | { readonly kind: "refused"; readonly reason: string; readonly message: string }
  | { readonly kind: "failed"; readonly attempt: Attempt; readonly message: string }
  | ({
      readonly kind: "unknown"
      readonly attempt: Attempt
      readonly message: string
      readonly transaction: string | null
    } & SendCount)
  | { readonly kind: "spent"; readonly attemptId: string; readonly message: string }
  /** Not sent: another tab bought the product, or is paying for it. */
  | { readonly kind: "overtaken"; readonly delivered: boolean }
  /** Not sent, for a reason in this browser. */
  | { readonly kind: "unsent"; readonly message: string }

/** Absent: a transfer of exactly the price. `voucher`: paid from a session, without the wallet. `deposit`: puts an amount into a session. */
export type PaymentMethod = "voucher" | "deposit"

/** How often this page has sent the payment; absent: not yet. */
type SendCount = { readonly sendCount?: number }

export type PanelState = {
  readonly quote: QuoteState
  readonly purchase: PurchaseState
  /** The price that the user saw, in atomic units: the only amount that may be signed. */
  readonly shownPrice: string
}

export type PanelEvent =
  | { readonly type: "quote-requested" }
  | { readonly type: "quote-read"; readonly result: QuoteResult; readonly atMs: number }
  /** `isWrong`: the request is invalid, and `message` explains why. */
  | { readonly type: "quote-failed"; readonly message: string; readonly isWrong?: boolean; readonly atMs: number }
  | { readonly type: "price-accepted" }
  | { readonly type: "signing-started"; readonly attemptId: string; readonly method?: PaymentMethod }
  | { readonly type: "signing-cancelled"; readonly attemptId: string }
  | { readonly type: "signature-declined"; readonly attemptId: string }
  | { readonly type: "wallet-failed"; readonly attemptId: string; readonly message: string }
  /** `delivered`: another tab bought the product; otherwise it is paying for it. */
  | { readonly type: "overtaken"; readonly attemptId: string; readonly delivered: boolean }
  | { readonly type: "aborted"; readonly attemptId: string; readonly message: string }
  | { readonly type: "payment-sent"; readonly attempt: Attempt }
  | { readonly type: "answered"; readonly attempt: Attempt; readonly outcome: Outcome }
  | { readonly type: "connection-lost"; readonly attempt: Attempt }
  /** `finishes`: the payment will be resumed automatically. */
  | { readonly type: "attempt-found"; readonly attempt: Attempt; readonly finishes: boolean }
  | { readonly type: "finishing-stopped"; readonly attempt: Attempt }
  | { readonly type: "attempt-gone" }
  | { readonly type: "dismissed" }

export function initialPanel(price: string): PanelState {
  return { quote: { kind: "none" }, purchase: { kind: "idle" }, shownPrice: price }
}

/** Pure. An event that does not fit the state changes nothing, so late answers and double clicks are harmless. */
export function reducePanel(state: PanelState, event: PanelEvent): PanelState {
  switch (event.type) {
    case "quote-requested":
      return state.quote.kind === "ready" ? state : { ...state, quote: { kind: "loading" } }
    case "quote-read":
      return { ...state, quote: toQuoteState(event.result, event.atMs) }
    case "quote-failed":
      return {
        ...state,
        quote: { kind: "unavailable", message: event.message, isWrong: event.isWrong ?? false, atMs: event.atMs },
      }
    case "price-accepted":
      return state.quote.kind === "ready" ? { ...state, shownPrice: state.quote.quote.accepted.amount } : state
    case "signing-started":
    case "signing-cancelled":
    case "signature-declined":
    case "wallet-failed":
    case "overtaken":
    case "aborted":
    case "payment-sent":
    case "answered":
    case "connection-lost":
    case "attempt-found":
    case "finishing-stopped":
    case "attempt-gone":
    case "dismissed": {
      const purchase = reducePurchase(state.purchase, event)
      return purchase === state.purchase ? state : { ...state, purchase }
    }
  }
}

type PurchaseEvent = Exclude<PanelEvent, { type: "quote-requested" | "quote-read" | "quote-failed" | "price-accepted" }>

function reducePurchase(state: PurchaseState, event: PurchaseEvent): PurchaseState {
  switch (event.type) {
    case "signing-started":
      return isOpen(state) ? signingState(event) : state
    case "signing-cancelled":
      return isSigning(state, event.attemptId) ? { kind: "cancelled" } : state
    case "signature-declined":
      return isSigning(state, event.attemptId) ? { kind: "rejected" } : state
    case "wallet-failed":
      return isSigning(state, event.attemptId) ? { kind: "wallet-failed", message: event.message } : state
    case "overtaken":
      return isUnsent(state, event.attemptId) ? { kind: "overtaken", delivered: event.delivered } : state
    case "aborted":
      return isUnsent(state, event.attemptId) ? { kind: "unsent", message: event.message } : state
    case "payment-sent":
      if (isFinishing(state, event.attempt)) return { ...state, sent: true }
      return maySend(state, event.attempt)
        ? {
            kind: "settling",
            attempt: event.attempt,
            resumed: state.kind !== "signing",
            sendCount: sendCountOf(state) + 1,
          }
        : state
    case "answered":
      return isAbout(state, event.attempt) ? afterAnswer(event.attempt, event.outcome, sendCountOf(state)) : state
    case "connection-lost":
      return isAbout(state, event.attempt)
        ? {
            kind: "unknown",
            attempt: event.attempt,
            message: CONNECTION_LOST,
            transaction: null,
            sendCount: sendCountOf(state),
          }
        : state
    case "attempt-found":
      return isOpen(state) || (state.kind === "unknown" && event.finishes) ? afterFinding(event) : state
    case "finishing-stopped":
      return isFinishing(state, event.attempt) ? afterFinding({ ...event, finishes: false }) : state
    case "attempt-gone":
      return state.kind === "unknown" || (state.kind === "finishing" && !state.sent) ? { kind: "idle" } : state
    case "dismissed":
      return isOpen(state) || state.kind === "failed" ? { kind: "idle" } : state
  }
}

function signingState({ attemptId, method }: Extract<PanelEvent, { type: "signing-started" }>): PurchaseState {
  return { kind: "signing", attemptId, ...(method && { method }) }
}

const CONNECTION_LOST = "The connection broke before the answer arrived."
const FOUND_AGAIN = "A payment for this panel was sent, but its answer has not arrived here."

function afterFinding({ attempt, finishes }: { readonly attempt: Attempt; readonly finishes: boolean }): PurchaseState {
  if (finishes) return { kind: "finishing", attempt, sent: false }
  return { kind: "unknown", attempt, message: FOUND_AGAIN, transaction: null }
}

function sendCountOf(state: PurchaseState): number {
  if (state.kind === "finishing") return 1
  return state.kind === "settling" || state.kind === "unknown" ? (state.sendCount ?? 0) : 0
}

function afterAnswer(attempt: Attempt, outcome: Outcome, sendCount: number): PurchaseState {
  switch (outcome.kind) {
    case "delivered":
      return { kind: "delivered", receiptId: attempt.id }
    case "refused":
      return { kind: "refused", reason: outcome.reason, message: outcome.message }
    case "failed":
      return { kind: "failed", attempt, message: outcome.message }
    case "spent":
      return { kind: "spent", attemptId: attempt.id, message: outcome.message }
    case "unknown":
      return { kind: "unknown", attempt, message: outcome.message, transaction: outcome.transaction, sendCount }
  }
}

/** Nothing is under way, so a new payment may be signed. */
export function isOpen(state: PurchaseState): boolean {
  return (
    state.kind === "idle" ||
    state.kind === "rejected" ||
    state.kind === "cancelled" ||
    state.kind === "wallet-failed" ||
    state.kind === "delivered" ||
    state.kind === "refused" ||
    state.kind === "spent" ||
    state.kind === "overtaken" ||
    state.kind === "unsent"
  )
}

/** Waiting for the wallet or the service. */
export function isInProgress({ kind }: PurchaseState): boolean {
  return kind === "signing" || kind === "settling" || kind === "finishing"
}

/** The wallet prompt is open for this signature, not for an earlier one. */
export function isSigning(state: PurchaseState, attemptId: string): boolean {
  return state.kind === "signing" && state.attemptId === attemptId
}

/** About to be sent, or to be retried after it was not charged. */
function isUnsent(state: PurchaseState, attemptId: string): boolean {
  const isResumed = state.kind === "settling" && state.resumed && state.attempt.id === attemptId
  return isResumed || isSigning(state, attemptId)
}

/** This payment waits for its lock before it is resumed. */
export function isFinishing(
  state: PurchaseState,
  { id }: Pick<Attempt, "id">,
): state is Extract<PurchaseState, { kind: "finishing" }> {
  return state.kind === "finishing" && !state.sent && state.attempt.id === id
}

function maySend(state: PurchaseState, { id }: Attempt): boolean {
  return isSigning(state, id) || state.kind === "unknown" || state.kind === "failed"
}

function isAbout(state: PurchaseState, attempt: Attempt): boolean {
  const sent = state.kind === "settling" || (state.kind === "finishing" && state.sent)
  return sent && state.attempt.id === attempt.id
}

function toQuoteState(result: QuoteResult, atMs: number): QuoteState {
  switch (result.kind) {
    case "quote":
      return { kind: "ready", quote: result.quote }
    case "terms-mismatch":
      return result
    case "unreadable":
      return { kind: "unavailable", message: "The service did not name a price.", atMs }
  }
}

const QUOTE_LIFETIME_MS = 120_000
const RETRY_AFTER_MS = 15_000

/** Whether to request the price: without a quote, when it is old, and some time after a failure. */
export function isQuoteDue(quote: QuoteState, nowMs: number): boolean {
  switch (quote.kind) {
    case "none":
      return true
    case "ready":
      return ageMs(quote.quote.atMs, nowMs) > QUOTE_LIFETIME_MS
    case "unavailable":
      return ageMs(quote.atMs, nowMs) > RETRY_AFTER_MS
    case "loading":
    case "terms-mismatch":
      return false
  }
}
