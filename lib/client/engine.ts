import type { PublicConfig } from "@/lib/api/public-config"
import { rememberOwned } from "./browser/owned-cookie"
import { createPersistentList, type PersistentList, type TextStorage } from "./browser/persistent-list"
import { type BudgetStore, createBudgetStore } from "./budget/budget-store"
import { createPurse, type Purse } from "./budget/purse"
import { Exchange } from "./inspector/exchange"
import { createExchangeLog } from "./inspector/exchange-log"
import { createPanelController, type PanelController } from "./panel/controller"
import type { Product } from "./panel/product"
import { Attempt } from "./purchase/attempt"
import { randomNonce } from "./purchase/authorization"
import { Receipt } from "./purchase/receipt"
import { createStamp } from "./versions/stamp"
import { createVersions, type Versions } from "./versions/versions"

/** Everything that buys, in one lazily loaded piece. */
export type Engine = {
  readonly attempts: PersistentList<Attempt>
  readonly receipts: PersistentList<Receipt>
  /** The last payments, step by step. */
  readonly exchanges: PersistentList<Exchange>
  readonly budget: BudgetStore
  readonly purse: Purse
  readonly versions: Versions
  readonly controllerOf: (product: Product) => PanelController
}

const RECEIPTS_KEY = "signal402.receipts.1"
const ATTEMPTS_KEY = "signal402.attempts.1"
const BUDGET_KEY = "signal402.budget.1"
const EXCHANGES_KEY = "signal402.exchanges.1"

export function createEngine(config: PublicConfig, storage: TextStorage): Engine {
  const attempts = createPersistentList(storage, ATTEMPTS_KEY, Attempt)
  const receipts = createPersistentList(storage, RECEIPTS_KEY, Receipt)
  const exchanges = createPersistentList(storage, EXCHANGES_KEY, Exchange)
  const log = createExchangeLog(exchanges)
  const budget = createBudgetStore(storage, BUDGET_KEY)
  const purse = createPurse({ budget, receipts, attempts })
  const versions = createVersions({ fetch: request, now: () => Date.now() })
  const stamp = createStamp({ versions, receipts, sleep })
  const hint = () => rememberOwned(receipts.get().flatMap(({ body, productId }) => (body === null ? [] : productId)))
  receipts.subscribe(hint)
  hint()
  const controllers = new Map<string, PanelController>()
  window.addEventListener("storage", (event) => {
    if (event.key === ATTEMPTS_KEY || event.key === null) attempts.reload()
    if (event.key === RECEIPTS_KEY || event.key === null) receipts.reload()
    if (event.key === EXCHANGES_KEY || event.key === null) exchanges.reload()
    if (event.key === BUDGET_KEY || event.key === null) budget.reload()
  })
  return {
    attempts,
    receipts,
    exchanges,
    budget,
    purse,
    versions,
    controllerOf(product) {
      const known = controllers.get(product.id)
      if (known) return known
      const deps = {
        config,
        attempts,
        receipts,
        log,
        purse,
        stamp,
        fetch: request,
        now: () => Date.now(),
        nonce: randomNonce,
      }
      const controller = createPanelController(product, deps)
      controllers.set(product.id, controller)
      return controller
    },
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function request(path: string, init: RequestInit): Promise<Response> {
  return fetch(path, init)
}
