import type { PersistentList } from "@/lib/client/browser/persistent-list"
import { completedRequest, failedRequest, type HttpExchange, type PaymentTrace } from "@/lib/client/stage/payment-trace"
import type { TraceLog } from "@/lib/client/stage/trace-log"
import type { Attempt } from "@/lib/client/purchase/attempt"
import { encodeHeader } from "@/lib/client/purchase/header"
import { type Outcome, readOutcome } from "@/lib/client/purchase/outcome"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { freeSpace, storeReceipts } from "@/lib/client/purchase/store-receipt"
import type { Sessions } from "@/lib/client/sessions/sessions"
import { ANSWER_TIMEOUT_MS } from "./attempt-resumer"
import type { Product } from "./product"
import { receiptsOf } from "./receipt-of"

export type PaymentSenderDeps = {
  readonly attempts: PersistentList<Attempt>
  readonly receipts: PersistentList<Receipt>
  readonly log: Pick<TraceLog<PaymentTrace>, "amend">
  readonly sessions: Pick<Sessions, "record" | "correct">
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
}

export type SendResult =
  | { readonly type: "answered"; readonly attempt: Attempt; readonly outcome: Outcome }
  | { readonly type: "connection-lost"; readonly attempt: Attempt }
  /** Refused for an outdated voucher total; `attempt` has the right one, is stored, and must be sent. */
  | { readonly type: "corrected"; readonly attempt: Attempt }

export type PaymentSender = {
  /** Whether storage works. Checked before signing, because a payment is not sent without being stored. */
  readonly canStore: () => boolean
  /** Stores a payment; old answers make room for it. Returns whether it is stored. */
  readonly store: (attempt: Attempt) => boolean
  /**
   * Sends a stored payment once. The trace has the exchange; a delivered answer is stored before the attempt is removed,
   * and an attempt with an unknown outcome stays.
   */
  readonly send: (attempt: Attempt, options: { readonly isCorrectable: boolean }) => Promise<SendResult>
}

export function createPaymentSender(product: Product, deps: PaymentSenderDeps): PaymentSender {
  const { attempts, receipts, log, sessions, now } = deps

  function store(attempt: Attempt): boolean {
    const write = () => attempts.update((all) => [...all.filter(({ id }) => id !== attempt.id), attempt])
    return write() || freeSpace(receipts, write)
  }

  async function send(attempt: Attempt, { isCorrectable }: { readonly isCorrectable: boolean }): Promise<SendResult> {
    const signatureHeader = encodeHeader(attempt.payload)
    const { signedAtMs } = attempt
    const sentAtMs = now()
    log.amend(attempt.id, (one) => ({ ...one, signature: signatureHeader, signedAtMs, outcome: "settling" }))
    try {
      const response = await deps.fetch(product.path, {
        cache: "no-store",
        headers: { "PAYMENT-SIGNATURE": signatureHeader },
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      })
      const paymentResponse = response.headers.get("payment-response")
      const body = await response.text()
      const outcome = readOutcome({ status: response.status, paymentResponse, body })
      const exchange = completedRequest(response, { sentAtMs, answeredAtMs: now(), length: body.length })
      traceAnswer(attempt, exchange, outcome.kind, outcome.kind === "delivered" ? null : outcome.message)
      if (outcome.kind === "refused" && isCorrectable) {
        const payload = await sessions.correct(attempt, response.headers.get("payment-required"))
        const corrected = payload && { ...attempt, payload, signedAtMs: now() }
        if (corrected && store(corrected)) return { type: "corrected", attempt: corrected }
      }
      sessions.record(attempt, outcome)
      if (outcome.kind === "delivered") {
        const [date, etag] = [response.headers.get("date"), response.headers.get("etag")]
        const wire = { signatureHeader, paymentResponse, date, etag }
        storeReceipts(receipts, ...receiptsOf(product, attempt, { ...outcome, ...wire, deliveredAtMs: now() }))
      }
      if (outcome.kind !== "unknown") attempts.apply((all) => all.filter((other) => other.id !== attempt.id))
      return { type: "answered", attempt, outcome }
    } catch {
      traceAnswer(attempt, failedRequest(sentAtMs), "unknown", "The connection broke before the answer arrived.")
      return { type: "connection-lost", attempt }
    }
  }

  function traceAnswer(
    attempt: Attempt,
    exchange: HttpExchange,
    outcome: Outcome["kind"],
    reason: string | null,
  ): void {
    log.amend(attempt.id, (one) => ({ ...one, sends: [...one.sends, exchange].slice(-MAX_SENDS), outcome, reason }))
  }

  return { canStore: () => attempts.update((all) => all), store, send }
}

/** Maximum number of sends kept for the stage. */
const MAX_SENDS = 5
