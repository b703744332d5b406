import type { PublicConfig } from "@/lib/api/public-config"
import { createStore, type ExternalStore } from "./browser/external-store"
import { online } from "./browser/online"
import { createPacking } from "./browser/packed-entry"
import { createPersistentList, type PersistentList, type TextStorage } from "./browser/persistent-list"
import { createTabLock } from "./browser/tab-lock"
import { type BudgetStore, createBudgetStore } from "./budget/budget-store"
import { createSpendLimiter, type SpendLimiter } from "./budget/spend-limiter"
import { sameAddress } from "./format/address"
import { PaymentTrace } from "./stage/payment-trace"
import { createTraceLog, closeAbandonedTraces } from "./stage/trace-log"
import { SignInTrace } from "./stage/sign-in-trace"
import { createSubscriptions, SUBSCRIPTIONS_KEY } from "./notifications/subscriptions"
import type { Subscription } from "./notifications/subscription"
import { createBriefPayments } from "./panel/brief-payments"
import { createPanelController } from "./panel/controller"
import type { PanelController } from "./panel/panel-parts"
import { type Product, productOfAttempt } from "./panel/product"
import { Attempt } from "./purchase/attempt"
import { payerOf } from "./purchase/attempt-facts"
import { randomNonce } from "./purchase/authorization"
import { ownedIn, rememberOwned } from "./purchase/owned-cookie"
import { Receipt } from "./purchase/receipt"
import type { RedeliveryController, Subject } from "./sign-in/controller"
import { createSessions, type Sessions } from "./sessions/sessions"
import { createVersions, type Versions } from "./versions/versions"

/** Everything that buys, in one lazily loaded module. */
export type PurchaseClient = {
  readonly attempts: PersistentList<Attempt>
  readonly receipts: PersistentList<Receipt>
  /** The last payments, step by step, for the stage. */
  readonly traces: PersistentList<PaymentTrace>
  /** The last sign-ins, step by step, for the stage. */
  readonly signIns: PersistentList<SignInTrace>
  readonly budget: BudgetStore
  readonly spendLimiter: SpendLimiter
  readonly sessions: Sessions
  readonly versions: Versions
  /** Why payments are not taken now; `null`: they are, as far as is known. */
  readonly salesPause: ReturnType<typeof createStore<string | null>>
  /** Products whose changes the user wants to be notified of. */
  readonly subscriptions: PersistentList<Subscription>
  readonly controllerOf: (product: Product) => PanelController
  /** The products of the panels that this page has shown. */
  readonly products: () => readonly Product[]
  /** Fetches a purchased answer again. Its code loads on first use. */
  readonly redeliveryOf: (subject: Subject) => Promise<RedeliveryController>
  /** Id of the receipt whose answer was redelivered last on this page. */
  readonly fetched: ExternalStore<string | null>
  /** The wallet that was asked is gone: nothing waits for its signature any more. */
  readonly stopSigning: (reason: string) => void
  /** Deletes everything stored for an address: receipts, attempts and traces. */
  readonly forgetPayer: (address: string) => void
}

const RECEIPTS_KEY = "signal402.receipts.1"
const ATTEMPTS_KEY = "signal402.attempts.1"
const BUDGET_KEY = "signal402.budget.1"
const TRACES_KEY = "signal402.exchanges.1"
const SESSIONS_KEY = "signal402.sessions.1"
const SIGN_INS_KEY = "signal402.sign-ins.1"

/** The service itself waits up to a minute for settlement, so few retries are enough. */
const RETRY_DELAYS_MS = [4_000, 15_000]

const packedReceipt = createPacking(["body", "headers"])
const packedTrace = createPacking(["quote", "required", "signature", "sends"])

const loadSigning = () => import("./sessions/signing")

export function createPurchaseClient(config: PublicConfig, storage: TextStorage): PurchaseClient {
  const attempts = createPersistentList(storage, ATTEMPTS_KEY, Attempt)
  const receipts = createPersistentList(storage, RECEIPTS_KEY, Receipt, packedReceipt)
  const traces = createPersistentList(storage, TRACES_KEY, PaymentTrace, packedTrace)
  const log = createTraceLog(traces)
  const signIns = createPersistentList(storage, SIGN_INS_KEY, SignInTrace)
  const signInLog = createTraceLog(signIns)
  closeAbandonedTraces(traces, Date.now(), (one) => ({ ...one, outcome: "cancelled" as const }))
  closeAbandonedTraces(signIns, Date.now(), (one) => ({ ...one, outcome: "cancelled" as const }))
  const fetched = createStore<string | null>(null)
  const budget = createBudgetStore(storage, BUDGET_KEY)
  const spendLimiter = createSpendLimiter({ budget, receipts, attempts })
  const versions = createVersions({ fetch: request, now: () => Date.now() })
  const salesPause = createStore<string | null>(null)
  const subscriptions = createSubscriptions({ market: config.market, storage, receipts, versions })
  const hint = () => rememberOwned(ownedIn(receipts.get()))
  receipts.subscribe(hint)
  hint()
  const tabLock = createTabLock(navigator.locks)
  const sessions = createSessions({ storage, key: SESSIONS_KEY, tabLock, loadSigning })
  const controllers = new Map<string, PanelController>()
  const products = new Map<string, Product>()
  const briefPayments = createBriefPayments()
  const redeliveries = new Map<string, RedeliveryController>()
  window.addEventListener("storage", (event) => {
    if (event.key === ATTEMPTS_KEY || event.key === null) attempts.reload()
    if (event.key === RECEIPTS_KEY || event.key === null) receipts.reload()
    if (event.key === TRACES_KEY || event.key === null) traces.reload()
    if (event.key === SIGN_INS_KEY || event.key === null) signIns.reload()
    if (event.key === SUBSCRIPTIONS_KEY || event.key === null) subscriptions.reload()
    if (event.key === SESSIONS_KEY || event.key === null) sessions.list.reload()
    if (event.key === BUDGET_KEY || event.key === null) budget.reload()
  })
  const controllerOf = (product: Product) => {
    const known = controllers.get(product.id)
    if (known) return known
    const deps = {
      config,
      attempts,
      receipts,
      log,
      spendLimiter,
      sessions,
      tabLock,
      online,
      fetch: request,
      now: () => Date.now(),
      nonce: randomNonce,
      retryDelaysMs: RETRY_DELAYS_MS,
    }
    const own = createPanelController(product, deps)
    if (product.parts) {
      controllers.set(product.id, own)
      briefPayments.follow(own, product.parts)
      return own
    }
    const controller = briefPayments.panelOf(product.id, own)
    controllers.set(product.id, controller)
    products.set(product.id, product)
    return controller
  }
  /** Unconfirmed payments are resumed on every screen, because their panel may be on another one. */
  const resumeAttempts = () => {
    for (const attempt of attempts.get()) controllerOf(productOfAttempt(attempt))
  }
  attempts.subscribe(resumeAttempts)
  resumeAttempts()
  return {
    attempts,
    receipts,
    traces,
    signIns,
    budget,
    spendLimiter,
    sessions,
    versions,
    salesPause,
    subscriptions,
    controllerOf,
    products: () => [...products.values()],
    async redeliveryOf(subject) {
      const { createRedelivery } = await import("./sign-in/controller")
      const key = `${subject.id} ${subject.path}`
      const known = redeliveries.get(key)
      if (known) return known
      const deps = {
        config,
        origin: window.location.origin,
        receipts,
        log: signInLog,
        onFetched(receiptId: string) {
          fetched.set(receiptId)
          // The answer is here, so the message about the last purchase is obsolete.
          controllers.get(subject.id)?.dismiss()
        },
        fetch: request,
        now: () => Date.now(),
      }
      const redelivery = createRedelivery(subject, deps)
      redeliveries.set(key, redelivery)
      return redelivery
    },
    fetched,
    stopSigning(reason) {
      for (const controller of controllers.values()) controller.stopWaiting(reason)
      for (const redelivery of redeliveries.values()) redelivery.stopWaiting()
    },
    forgetPayer(address) {
      receipts.apply((all) => all.filter(({ payer }) => !sameAddress(payer, address)))
      traces.apply((all) => all.filter(({ payer }) => !sameAddress(payer, address)))
      signIns.apply((all) => all.filter((one) => !sameAddress(one.address, address)))
      sessions.list.apply((all) => all.filter(({ config: { payer } }) => !sameAddress(payer, address)))
      attempts.apply((all) => all.filter((one) => !sameAddress(payerOf(one), address)))
    },
  }
}

function request(path: string, init: RequestInit): Promise<Response> {
  return fetch(path, init)
}
