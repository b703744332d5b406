import type { PublicConfig } from "@/lib/api/public-config"
import { createStore, type ExternalStore } from "@/lib/client/browser/external-store"
import type { SpendLimiter } from "@/lib/client/budget/spend-limiter"
import type { HttpExchange, PaymentTrace } from "@/lib/client/inspector/payment-trace"
import type { TraceLog } from "@/lib/client/inspector/trace-log"
import type { TabLock } from "@/lib/client/browser/tab-lock"
import type { Attempt } from "@/lib/client/purchase/attempt"
import { amountOf } from "@/lib/client/purchase/attempt-facts"
import { authorizationFor, payloadOf, typedDataOf } from "@/lib/client/purchase/authorization"
import type { Quote } from "@/lib/client/purchase/quote"
import type { PaymentPayload } from "@/lib/client/purchase/wire"
import type { PaymentTypedData, SessionMethod, Sessions } from "@/lib/client/sessions/sessions"
import { isDecline, reasonOf } from "@/lib/client/wallet/wallet-error"
import { initialPanel, isFinishing, isOpen, isSigning, type PanelEvent, type PanelState, reducePanel } from "./machine"
import { fetchQuote } from "./fetch-quote"
import { newPaymentTrace } from "./new-payment-trace"
import { createAttemptResumer } from "./attempt-resumer"
import { findOtherPurchase } from "./other-purchase"
import { createPaymentSender, type PaymentSenderDeps } from "./payment-sender"
import type { Product } from "./product"

type Hex = `0x${string}`

/** The signing wallet. `sign` must call the wallet before it awaits anything: phones open it only inside a tap. */
export type Payer = {
  readonly address: Hex
  readonly sign: (data: PaymentTypedData) => Promise<Hex>
  /** Pays from a session, or opens one; absent: a transfer of exactly the price. */
  readonly method?: SessionMethod
}

export type PanelController = ExternalStore<PanelState> & {
  /** Requests the price, without paying. */
  readonly requote: () => Promise<void>
  readonly acceptPrice: () => void
  /** Signs and pays the shown price. Calls the wallet in the same task as the click. */
  readonly pay: (payer: Payer) => Promise<void>
  /** Stops waiting for the wallet. A later signature is dropped. */
  readonly stopWaiting: () => void
  /** Presents the stored payment again. Never calls the wallet. */
  readonly resume: () => Promise<void>
  readonly dismiss: () => void
}

export type ControllerDeps = PaymentSenderDeps & {
  readonly config: Pick<PublicConfig, "chainId" | "network" | "usdc" | "payTo">
  readonly log: TraceLog<PaymentTrace>
  readonly spendLimiter: SpendLimiter
  readonly sessions: Pick<Sessions, "noteOffer" | "runExclusive" | "record" | "correct">
  /** `null` where tabs share no locks: nothing is sent automatically. */
  readonly tabLock: TabLock | null
  readonly online: ExternalStore<boolean>
  readonly nonce: () => Hex
  /** Waiting times before a payment with a lost answer is presented again on this page. */
  readonly retryDelaysMs: readonly number[]
}

/** Runs one panel: the state machine and its side effects. */
export function createPanelController(product: Product, deps: ControllerDeps): PanelController {
  const { attempts, receipts, config, now } = deps
  const store = createStore(initialPanel(product.price))
  const dispatch = (event: PanelEvent) => store.set(reducePanel(store.get(), event))
  const stored = () => attempts.get().find((attempt) => attempt.productId === product.id)

  const resumer = createAttemptResumer(deps)
  const sender = createPaymentSender(product, deps)

  /**
   * Shows a stored payment of this product, and resumes it when due. The state machine ignores it while the wallet
   * prompt is open and after a failure.
   */
  function syncAttempts(): void {
    const attempt = stored()
    if (!attempt) return dispatch({ type: "attempt-gone" })
    dispatch({ type: "attempt-found", attempt, finishes: resumer.isDue(attempt) })
    if (isFinishing(store.get().purchase, attempt)) void finish(attempt)
  }

  /** Resumes a payment whose page was closed, or which another tab is about to finish. */
  function finish(attempt: Attempt): Promise<void> {
    return resumer.finish(attempt, {
      isWaiting() {
        receipts.reload()
        attempts.reload()
        return isFinishing(store.get().purchase, attempt)
      },
      send: () => present(attempt),
      stop: () => dispatch({ type: "finishing-stopped", attempt }),
    })
  }

  /** The unpaid request that returned the present price. */
  let quoted: HttpExchange | null = null

  async function requote(): Promise<void> {
    dispatch({ type: "quote-requested" })
    const { message, event } = await fetchQuote(product, deps)
    quoted = message ?? quoted
    dispatch(event)
    const { quote } = store.get()
    if (quote.kind === "ready") deps.sessions.noteOffer(quote.quote.session)
  }

  async function pay(payer: Payer): Promise<void> {
    const { quote: known, purchase, shownPrice } = store.get()
    if (known.kind !== "ready" || known.quote.accepted.amount !== shownPrice) return
    if (!isOpen(purchase)) return
    // A stored payment must be resolved first.
    if (stored()) return syncAttempts()
    const { quote } = known
    const startedAtMs = now()
    const id = deps.nonce()
    if (!deps.spendLimiter.reserve(id, BigInt(quote.accepted.amount), startedAtMs)) return
    const { method } = payer
    dispatch({ type: "signing-started", attemptId: id, ...(method && { method: method.kind }) })
    try {
      if (!sender.canStore()) return abort(id, CANNOT_STORE)
      deps.log.begin(newPaymentTrace(product, { id, quote, quoted, payer: payer.address, startedAtMs }))
      const send = (payload: PaymentPayload) => sendFirst(quote, { payload, startedAtMs, signedAtMs: now(), id })
      if (method) await payFromSession(method, { payer, quote, id, startedAtMs, send })
      else await payByTransfer({ payer, quote, id, startedAtMs, send })
    } catch (error) {
      if (!isAwaitingSignature(id)) return
      const declined = isDecline(error)
      const reason = declined ? null : reasonOf(error)
      deps.log.amend(id, (one) => ({ ...one, outcome: declined ? "declined" : "wallet-failed", reason }))
      dispatch(
        declined
          ? { type: "signature-declined", attemptId: id }
          : { type: "wallet-failed", attemptId: id, message: reasonOf(error) },
      )
    } finally {
      deps.spendLimiter.release(id)
      syncAttempts()
    }
  }

  async function payByTransfer({ payer, quote, id: nonce, startedAtMs, send }: SigningOrder): Promise<void> {
    const authorization = authorizationFor(quote, { payer: payer.address, nonce, nowMs: startedAtMs })
    const signature = await payer.sign(typedDataOf(quote, authorization, config.chainId))
    if (isAwaitingSignature(nonce)) await send(payloadOf(quote, authorization, signature))
  }

  async function payFromSession(method: SessionMethod, order: SigningOrder): Promise<void> {
    const { payer, quote, id, startedAtMs, send } = order
    const { address, sign } = payer
    const complete = await method.authorize({ attemptId: id, payer: address, quote, nowMs: startedAtMs, sign })
    if (!isAwaitingSignature(id)) return
    await deps.sessions.runExclusive(async (isAcquired) => {
      if (!isAwaitingSignature(id)) return
      const payload = isAcquired ? await complete() : null
      if (!isAwaitingSignature(id)) return
      if (payload === null) return abort(id, isAcquired ? SESSION_EMPTY : SESSION_BUSY)
      await send(payload)
    })
  }

  const isAwaitingSignature = (id: string) => isSigning(store.get().purchase, id)

  function stopWaiting(): void {
    const { purchase } = store.get()
    if (purchase.kind !== "signing") return
    const { attemptId } = purchase
    deps.spendLimiter.release(attemptId)
    deps.log.amend(attemptId, (one) => ({ ...one, outcome: "cancelled" }))
    dispatch({ type: "signing-cancelled", attemptId })
    syncAttempts()
  }

  async function sendFirst(
    quote: Quote,
    signed: Pick<Attempt, "id" | "payload" | "startedAtMs" | "signedAtMs">,
  ): Promise<void> {
    const attempt: Attempt = {
      ...signed,
      productId: product.id,
      title: product.title,
      path: product.path,
      ...(product.parts && { parts: product.parts }),
      requiredHeader: quote.requiredHeader,
      aheadMs: quote.aheadMs,
    }
    if (!resumer.isValid(attempt)) {
      abort(attempt.id, SIGNED_TOO_LATE)
      return requote()
    }
    await resumer.sendExclusive(attempt, async (isExclusive) => {
      if (!isAwaitingSignature(attempt.id) || yieldToOtherTab(attempt, isExclusive) || !reserveAndStore(attempt)) return
      await present(attempt, MAX_CORRECTIONS)
    })
  }

  /** Cancels a payment that has not been charged when another tab bought the product since it began, or is about to. */
  function yieldToOtherTab(attempt: Attempt, isExclusive: boolean): boolean {
    const purchase = findOtherPurchase(attempt, deps)
    if (isExclusive && purchase === null) return false
    const delivered = purchase === "delivered"
    traceUnsent(attempt.id, `Another tab ${delivered ? "bought" : "is paying for"} the same.`)
    dispatch({ type: "overtaken", attemptId: attempt.id, delivered })
    syncAttempts()
    return true
  }

  /**
   * Stores a payment that has not been charged, or cancels it: purchases in other tabs may have used up the daily
   * limit, and a payment that is not stored must not be sent.
   */
  function reserveAndStore(attempt: Attempt): boolean {
    const allowed = deps.spendLimiter.reserve(attempt.id, amountOf(attempt), now())
    const kept = allowed && sender.store(attempt)
    deps.spendLimiter.release(attempt.id)
    if (!kept) abort(attempt.id, allowed ? CANNOT_STORE : OVER_LIMIT)
    return kept
  }

  function abort(attemptId: string, message: string): void {
    traceUnsent(attemptId, message)
    dispatch({ type: "aborted", attemptId, message })
  }

  /** Records why a payment was not sent. Payments that were sent before keep their outcome. */
  function traceUnsent(id: string, reason: string): void {
    deps.log.amend(id, (one) => (one.sends.length === 0 ? { ...one, outcome: "unsent", reason } : one))
  }

  /**
   * @param corrections how often a voucher with an outdated total is signed again. Not for a payment whose outcome is
   *   unknown, because it may be charged already.
   */
  async function present(attempt: Attempt, corrections = 0): Promise<void> {
    dispatch({ type: "payment-sent", attempt })
    const result = await sender.send(attempt, { isCorrectable: corrections > 0 })
    if (result.type === "corrected") return present(result.attempt, corrections - 1)
    dispatch(result)
    scheduleRetry(attempt)
  }

  /** A lost answer is fetched again on this page, a limited number of times; the user can do it sooner. */
  function scheduleRetry(attempt: Attempt): void {
    const { purchase } = store.get()
    if (purchase.kind !== "unknown" || purchase.attempt.id !== attempt.id) return
    const delayMs = deps.retryDelaysMs[(purchase.sendCount ?? 1) - 1]
    if (delayMs === undefined) return
    setTimeout(() => {
      const isUnchanged = store.get().purchase === purchase
      if (isUnchanged && deps.online.get() && resumer.isValid(attempt)) void presentAgain(attempt)
    }, delayMs)
  }

  async function resume(): Promise<void> {
    const { purchase } = store.get()
    if (purchase.kind === "unknown") return presentAgain(purchase.attempt)
    if (purchase.kind !== "failed") return
    if (resumer.isValid(purchase.attempt)) return tryAgain(purchase.attempt)
    dispatch({ type: "dismissed" })
    await requote()
  }

  function presentAgain(attempt: Attempt): Promise<void> {
    dispatch({ type: "payment-sent", attempt })
    return resumer.send(attempt, () => present(attempt))
  }

  /** Other tabs do not see a failed payment, so they may have bought the product since. */
  function tryAgain(attempt: Attempt): Promise<void> {
    dispatch({ type: "payment-sent", attempt })
    return resumer.sendExclusive(attempt, async (isExclusive) => {
      if (yieldToOtherTab(attempt, isExclusive) || !reserveAndStore(attempt)) return
      await present(attempt, MAX_CORRECTIONS)
    })
  }

  attempts.subscribe(syncAttempts)
  deps.online.subscribe(syncAttempts)
  syncAttempts()

  return {
    get: store.get,
    subscribe: store.subscribe,
    requote,
    pay,
    stopWaiting,
    resume,
    acceptPrice: () => dispatch({ type: "price-accepted" }),
    dismiss: () => dispatch({ type: "dismissed" }),
  }
}

type SigningOrder = {
  readonly payer: Payer
  readonly quote: Quote
  readonly id: Hex
  readonly startedAtMs: number
  readonly send: (payload: PaymentPayload) => Promise<void>
}

/** Two tabs correct each other at most once; a third time means that the service contradicts itself. */
const MAX_CORRECTIONS = 2

const SESSION_EMPTY = "Your session does not cover it. Top it up, or pay with your wallet."
const SESSION_BUSY = "Another payment of your session is still under way."
const SIGNED_TOO_LATE = "The signature came after the price had expired. View again for a new one."
const OVER_LIMIT = "Today's limit no longer allows it."
const CANNOT_STORE = "This browser cannot store the payment. Allow this site to store data."
