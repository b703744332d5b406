import { ageMs } from "@/lib/client/age"
import type { Attempt } from "@/lib/client/purchase/attempt"
import type { Outcome } from "@/lib/client/purchase/outcome"
import type { Quote, QuoteResult, TermsProblem } from "@/lib/client/purchase/quote"

/** A signed message that is sent: a payment, or a sign-in. */
type Signed = { readonly id: string }

/** The terms to sign: a price, or the text of a sign-in. Older terms stay usable while newer ones are loading. */
export type QuoteState<Terms = Quote, Problem = TermsProblem> =
  | { readonly kind: "none" }
  | { readonly kind: "loading" }
  | { readonly kind: "ready"; readonly quote: Terms }
  | { readonly kind: "terms-mismatch"; readonly problem: Problem }
  | { readonly kind: "unavailable"; readonly message: string; readonly isWrong?: boolean; readonly atMs: number }

/** State of the purchase. States with an `attempt` have a signed payment. */
export type PurchaseState<A = Attempt> =
  | { readonly kind: "idle" }
  /** `amount`: the price of a brief with the answer of this panel, in atomic units; absent: the panel's own price. */
  | { readonly kind: "signing"; readonly attemptId: string; readonly method?: PaymentMethod; readonly amount?: string }
  | { readonly kind: "rejected" }
  | { readonly kind: "cancelled" }
  /** `details`: what the wallet itself said. */
  | { readonly kind: "wallet-failed"; readonly message: string; readonly details?: string | null }
  | ({ readonly kind: "settling"; readonly attempt: A; readonly resumed: boolean } & SendCount)
  /** A payment of an earlier page or another tab that is being resumed automatically. */
  | { readonly kind: "finishing"; readonly attempt: A; readonly sent: boolean }
  | { readonly kind: "delivered"; readonly receiptId: string }
  | { readonly kind: "refused"; readonly reason: string; readonly message: string }
  | { readonly kind: "failed"; readonly attempt: A; readonly message: string }
  | ({
      readonly kind: "unknown"
      readonly attempt: A
      readonly message: string
      readonly transaction: string | null
    } & SendCount)
  | { readonly kind: "spent"; readonly attemptId: string; readonly message: string }
  /** Not sent: another tab bought the product, or is paying for it. */
  | { readonly kind: "overtaken"; readonly delivered: boolean }
  /** Not sent, for a reason in this browser. */
  | { readonly kind: "unsent"; readonly message: string }

/** Sign-ins have the first three. */
type AnswerOutcome =
  | Pick<Extract<Outcome, { kind: "delivered" }>, "kind">
  | { readonly kind: "failed"; readonly code?: string; readonly message: string }
  | Extract<Outcome, { kind: "refused" | "spent" | "unknown" }>

/** Absent: a transfer of exactly the price. `voucher`: paid from a session, without the wallet. `deposit`: puts an amount into a session. */
export type PaymentMethod = "voucher" | "deposit"

/** How often this page has sent the payment; absent: not yet. */
type SendCount = { readonly sendCount?: number }

export type PanelState<A = Attempt, Terms = Quote, Problem = TermsProblem> = {
  readonly quote: QuoteState<Terms, Problem>
  readonly purchase: PurchaseState<A>
  /** The price that the user saw, in atomic units: the only amount that may be signed. */
  readonly shownPrice: string
}

export type PanelEvent<A = Attempt, Terms = Quote, Problem = TermsProblem> =
  | { readonly type: "quote-requested" }
  | { readonly type: "quote-read"; readonly result: QuoteResult<Terms, Problem>; readonly atMs: number }
  /** `isWrong`: the request is invalid, and `message` explains why. */
  | { readonly type: "quote-failed"; readonly message: string; readonly isWrong?: boolean; readonly atMs: number }
  | { readonly type: "price-accepted"; readonly price: string }
  /** The terms were signed, and can be signed once. */
  | { readonly type: "quote-used" }
  | { readonly type: "signing-started"; readonly attemptId: string; readonly method?: PaymentMethod }
  | { readonly type: "signing-cancelled"; readonly attemptId: string }
  | { readonly type: "signature-declined"; readonly attemptId: string }
  | {
      readonly type: "wallet-failed"
      readonly attemptId: string
      readonly message: string
      readonly details?: string | null
    }
  /** `delivered`: another tab bought the product; otherwise it is paying for it. */
  | { readonly type: "overtaken"; readonly attemptId: string; readonly delivered: boolean }
  | { readonly type: "aborted"; readonly attemptId: string; readonly message: string }
  | { readonly type: "payment-sent"; readonly attempt: A }
  | { readonly type: "answered"; readonly attempt: A; readonly outcome: AnswerOutcome }
  | { readonly type: "connection-lost"; readonly attempt: A }
  /** `finishes`: the payment will be resumed automatically. */
  | { readonly type: "attempt-found"; readonly attempt: A; readonly finishes: boolean }
  | { readonly type: "finishing-stopped"; readonly attempt: A }
  | { readonly type: "attempt-gone" }
  | { readonly type: "dismissed" }

export function initialPanel(price: string): PanelState<never, never, never> {
  return { quote: { kind: "none" }, purchase: { kind: "idle" }, shownPrice: price }
}

/** Pure. An event that does not fit the state changes nothing, so late answers and double clicks are harmless. */
export function reducePanel<A extends Signed, Terms, Problem>(
  state: PanelState<A, Terms, Problem>,
  event: PanelEvent<A, Terms, Problem>,
): PanelState<A, Terms, Problem> {
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
      return state.quote.kind === "ready" ? { ...state, shownPrice: event.price } : state
    case "quote-used":
      return { ...state, quote: { kind: "none" } }
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

type PurchaseEvent<A> = Exclude<
  PanelEvent<A, never, never>,
  { type: "quote-requested" | "quote-read" | "quote-failed" | "quote-used" | "price-accepted" }
>

function reducePurchase<A extends Signed>(state: PurchaseState<A>, event: PurchaseEvent<A>): PurchaseState<A> {
  switch (event.type) {
    case "signing-started":
      return isOpen(state) ? signingState(event) : state
    case "signing-cancelled":
      return isSigning(state, event.attemptId) ? { kind: "cancelled" } : state
    case "signature-declined":
      return isSigning(state, event.attemptId) ? { kind: "rejected" } : state
    case "wallet-failed":
      return isSigning(state, event.attemptId) ? walletFailed(event) : state
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

function signingState({ attemptId, method }: Extract<PanelEvent, { type: "signing-started" }>) {
  return { kind: "signing" as const, attemptId, ...(method && { method }) }
}

const CONNECTION_LOST = "The connection broke before the answer arrived."
const FOUND_AGAIN = "A payment for this panel was sent, but its answer has not arrived here."

function afterFinding<A>({ attempt, finishes }: { readonly attempt: A; readonly finishes: boolean }): PurchaseState<A> {
  if (finishes) return { kind: "finishing", attempt, sent: false }
  return { kind: "unknown", attempt, message: FOUND_AGAIN, transaction: null }
}

function sendCountOf(state: PurchaseState<Signed>): number {
  if (state.kind === "finishing") return 1
  return state.kind === "settling" || state.kind === "unknown" ? (state.sendCount ?? 0) : 0
}

function afterAnswer<A extends Signed>(attempt: A, outcome: AnswerOutcome, sendCount: number): PurchaseState<A> {
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
export function isOpen(state: PurchaseState<Signed>): boolean {
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
export function isInProgress({ kind }: PurchaseState<Signed>): boolean {
  return kind === "signing" || kind === "settling" || kind === "finishing"
}

/** The wallet prompt is open for this signature, not for an earlier one. */
export function isSigning(state: PurchaseState<Signed>, attemptId: string): boolean {
  return state.kind === "signing" && state.attemptId === attemptId
}

/** About to be sent, or to be retried after it was not charged. */
function isUnsent(state: PurchaseState<Signed>, attemptId: string): boolean {
  const isResumed = state.kind === "settling" && state.resumed && state.attempt.id === attemptId
  return isResumed || isSigning(state, attemptId)
}

/** This payment waits for its lock before it is resumed. */
export function isFinishing<A extends Signed>(
  state: PurchaseState<A>,
  { id }: Signed,
): state is Extract<PurchaseState<A>, { kind: "finishing" }> {
  return state.kind === "finishing" && !state.sent && state.attempt.id === id
}

function maySend(state: PurchaseState<Signed>, { id }: Signed): boolean {
  return isSigning(state, id) || state.kind === "unknown" || state.kind === "failed"
}

function isAbout(state: PurchaseState<Signed>, attempt: Signed): boolean {
  const sent = state.kind === "settling" || (state.kind === "finishing" && state.sent)
  return sent && state.attempt.id === attempt.id
}

function toQuoteState<Terms, Problem>(result: QuoteResult<Terms, Problem>, atMs: number): QuoteState<Terms, Problem> {
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
export function isQuoteDue(quote: QuoteState<Pick<Quote, "atMs">, unknown>, nowMs: number): boolean {
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

function walletFailed({ message, details = null }: Extract<PanelEvent, { type: "wallet-failed" }>) {
  return { kind: "wallet-failed", message, ...(details !== null && { details }) } as const
}
