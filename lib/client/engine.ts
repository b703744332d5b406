import type { PublicConfig } from "@/lib/api/public-config"
import { createStore, type ExternalStore } from "./browser/external-store"
import { online } from "./browser/online"
import { createPersistentList, type PersistentList, type TextStorage } from "./browser/persistent-list"
import { tabTurns } from "./browser/turns"
import { type BudgetStore, createBudgetStore } from "./budget/budget-store"
import { createPurse, type Purse } from "./budget/purse"
import { sameAddress } from "./format/address"
import { Exchange } from "./inspector/exchange"
import { createExchangeLog, endLeft } from "./inspector/exchange-log"
import { SignInExchange } from "./inspector/sign-in-exchange"
import { createNotices, NOTICES_KEY } from "./notices/notices"
import type { Watch } from "./notices/watch"
import { createPanelController, type PanelController } from "./panel/controller"
import { type Product, productOfAttempt } from "./panel/product"
import { Attempt } from "./purchase/attempt"
import { randomNonce } from "./purchase/authorization"
import { ownedIn, rememberOwned } from "./purchase/owned-cookie"
import { Receipt } from "./purchase/receipt"
import type { RevisitController, Subject } from "./sign-in/controller"
import { createVersions, type Versions } from "./versions/versions"

/** Everything that buys, in one lazily loaded piece. */
export type Engine = {
  readonly attempts: PersistentList<Attempt>
  readonly receipts: PersistentList<Receipt>
  /** The last payments, step by step. */
  readonly exchanges: PersistentList<Exchange>
  /** The last sign-ins, step by step. */
  readonly signIns: PersistentList<SignInExchange>
  readonly budget: BudgetStore
  readonly purse: Purse
  readonly versions: Versions
  /** What the reader wants to be told of. */
  readonly notices: PersistentList<Watch>
  readonly controllerOf: (product: Product) => PanelController
  /** Fetches again what was bought. Its code loads when somebody has something to fetch. */
  readonly revisitOf: (subject: Subject) => Promise<RevisitController>
  /** The receipt whose answer came by a sign-in last, in this page's life. */
  readonly fetched: ExternalStore<string | null>
  /** Deletes what this browser keeps of an address: what it bought, signed and was asked to sign. */
  readonly forgetPayer: (address: string) => void
}

const RECEIPTS_KEY = "signal402.receipts.1"
const ATTEMPTS_KEY = "signal402.attempts.1"
const BUDGET_KEY = "signal402.budget.1"
const EXCHANGES_KEY = "signal402.exchanges.1"
const SIGN_INS_KEY = "signal402.sign-ins.1"

export function createEngine(config: PublicConfig, storage: TextStorage): Engine {
  const attempts = createPersistentList(storage, ATTEMPTS_KEY, Attempt)
  const receipts = createPersistentList(storage, RECEIPTS_KEY, Receipt)
  const exchanges = createPersistentList(storage, EXCHANGES_KEY, Exchange)
  const log = createExchangeLog(exchanges)
  const signIns = createPersistentList(storage, SIGN_INS_KEY, SignInExchange)
  const signInLog = createExchangeLog(signIns)
  endLeft(exchanges, Date.now(), (one) => ({ ...one, outcome: "cancelled" as const }))
  endLeft(signIns, Date.now(), (one) => ({ ...one, outcome: "cancelled" as const }))
  const fetched = createStore<string | null>(null)
  const budget = createBudgetStore(storage, BUDGET_KEY)
  const purse = createPurse({ budget, receipts, attempts })
  const versions = createVersions({ fetch: request, now: () => Date.now() })
  const notices = createNotices({ mode: config.mode, storage, receipts, versions })
  const hint = () => rememberOwned(ownedIn(receipts.get()))
  receipts.subscribe(hint)
  hint()
  const turns = tabTurns(navigator.locks)
  const controllers = new Map<string, PanelController>()
  const revisits = new Map<string, RevisitController>()
  window.addEventListener("storage", (event) => {
    if (event.key === ATTEMPTS_KEY || event.key === null) attempts.reload()
    if (event.key === RECEIPTS_KEY || event.key === null) receipts.reload()
    if (event.key === EXCHANGES_KEY || event.key === null) exchanges.reload()
    if (event.key === SIGN_INS_KEY || event.key === null) signIns.reload()
    if (event.key === NOTICES_KEY || event.key === null) notices.reload()
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
      purse,
      turns,
      online,
      fetch: request,
      now: () => Date.now(),
      nonce: randomNonce,
    }
    const controller = createPanelController(product, deps)
    controllers.set(product.id, controller)
    return controller
  }
  /** What is in doubt is finished wherever the reader is: its panel may be on another screen. */
  const mindAttempts = () => {
    for (const attempt of attempts.get()) controllerOf(productOfAttempt(attempt))
  }
  attempts.subscribe(mindAttempts)
  mindAttempts()
  return {
    attempts,
    receipts,
    exchanges,
    signIns,
    budget,
    purse,
    versions,
    notices,
    controllerOf,
    async revisitOf(subject) {
      const { createRevisit } = await import("./sign-in/controller")
      const known = revisits.get(subject.path)
      if (known) return known
      const deps = {
        config,
        origin: window.location.origin,
        receipts,
        log: signInLog,
        onFetched(receiptId: string) {
          fetched.set(receiptId)
          // How a purchase ended is history once what was to be bought is there.
          controllers.get(subject.id)?.dismiss()
        },
        fetch: request,
        now: () => Date.now(),
      }
      const revisit = createRevisit(subject, deps)
      revisits.set(subject.path, revisit)
      return revisit
    },
    fetched,
    forgetPayer(address) {
      receipts.apply((all) => all.filter(({ payer }) => !sameAddress(payer, address)))
      exchanges.apply((all) => all.filter(({ payer }) => !sameAddress(payer, address)))
      signIns.apply((all) => all.filter((one) => !sameAddress(one.address, address)))
      attempts.apply((all) => all.filter((one) => !sameAddress(one.payload.payload.authorization.from, address)))
    },
  }
}

function request(path: string, init: RequestInit): Promise<Response> {
  return fetch(path, init)
}
