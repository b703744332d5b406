import { expect } from "vitest"
import { createStore } from "@/lib/client/browser/external-store"
import { createPersistentList } from "@/lib/client/browser/persistent-list"
import type { TabLock } from "@/lib/client/browser/tab-lock"
import { createBudgetStore } from "@/lib/client/budget/budget-store"
import { createSpendLimiter } from "@/lib/client/budget/spend-limiter"
import { PaymentTrace } from "@/lib/client/stage/payment-trace"
import { createTraceLog } from "@/lib/client/stage/trace-log"
import { createPanelController } from "@/lib/client/panel/controller"
import type { Payer } from "@/lib/client/panel/panel-parts"
import type { Product } from "@/lib/client/panel/product"
import { Attempt } from "@/lib/client/purchase/attempt"
import { encodeHeader } from "@/lib/client/purchase/header"
import { Receipt } from "@/lib/client/purchase/receipt"
import { createSessions } from "@/lib/client/sessions/sessions"
import {
  memoryStorage,
  NONCE,
  NOW_MS,
  PAYER,
  product as signalProduct,
  requiredHeader,
  SIGNATURE,
  terms,
} from "./fixtures"

type Reply = () => Response | Promise<Response>

const challenge = (required: string) => new Response("{}", { status: 402, headers: { "payment-required": required } })
export const settledResponse = encodeHeader({ success: true, transaction: "0xfeed", network: terms.network })
export const deliveredAnswer: Reply = () =>
  Response.json({ price: 1 }, { headers: { "payment-response": settledResponse } })
export const lostAnswer: Reply = () => Promise.reject(new TypeError("Failed to fetch"))
export const problemAnswer = (charged: "no" | "unknown"): Reply => {
  const body = {
    type: "about:blank",
    title: "T",
    status: 503,
    detail: "D.",
    code: "settlement_pending",
    request_id: "r",
    retryable: true,
    charged,
  }
  return () => Response.json(body, { status: 503 })
}

const loadSigning = () => import("@/lib/client/sessions/signing")

type HarnessOptions = {
  readonly tabLock?: TabLock | null
  readonly isOnline?: boolean
  readonly retryDelaysMs?: readonly number[]
  /** Nonce of the first payment. Two tabs never use the same one. */
  readonly firstNonce?: `0x${string}`
  /** The `PAYMENT-REQUIRED` header of unpaid requests. */
  readonly required?: string
  readonly product?: Product
}

/** A panel with a scripted service: unpaid requests get a 402, paid ones the replies in turn. */
export function createPanelHarness(
  replies: readonly Reply[] = [],
  storage = memoryStorage(),
  {
    tabLock = null,
    isOnline = true,
    firstNonce = NONCE,
    retryDelaysMs = [],
    product = signalProduct,
    required = requiredHeader({ amount: product.price }, product.path),
  }: HarnessOptions = {},
) {
  const paid: string[] = []
  const signed: unknown[] = []
  let nowMs = NOW_MS
  let nonces = 0
  const online = createStore(isOnline)
  const attempts = createPersistentList(storage, "a", Attempt)
  const receipts = createPersistentList(storage, "r", Receipt)
  const traces = createPersistentList(storage, "e", PaymentTrace)
  const budget = createBudgetStore(storage, "b")
  const spendLimiter = createSpendLimiter({ budget, receipts, attempts })
  const sessions = createSessions({ storage, key: "s", tabLock, loadSigning })
  const controller = createPanelController(product, {
    config: terms,
    attempts,
    receipts,
    log: createTraceLog(traces),
    spendLimiter,
    sessions,
    tabLock,
    online,
    now: () => nowMs,
    retryDelaysMs,
    nonce: () => (nonces++ === 0 ? firstNonce : `0x${String(nonces).padStart(64, "0")}`),
    async fetch(_, init) {
      const header = new Headers(init.headers).get("payment-signature")
      if (header === null) return challenge(required)
      expect(storedBeforeSending(storage), "a payment is stored before it is sent").toBe(1)
      paid.push(header)
      const reply = replies[paid.length - 1]
      if (!reply) throw new Error("unexpected request")
      return reply()
    },
  })
  const payer: Payer = {
    address: PAYER,
    sign(data) {
      signed.push(data)
      return Promise.resolve(SIGNATURE)
    },
  }
  return {
    controller,
    attempts,
    receipts,
    traces,
    budget,
    spendLimiter,
    sessions,
    payer,
    paid,
    signed,
    online,
    storage,
    advance: (ms: number) => (nowMs += ms),
  }
}

function storedBeforeSending(storage: ReturnType<typeof memoryStorage>): number {
  const list: unknown = JSON.parse(storage.getItem("a") ?? "[]")
  return Array.isArray(list) ? list.length : 0
}
