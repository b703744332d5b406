import type { PublicConfig } from "@/lib/api/public-config"
import type { PersistentList } from "@/lib/client/browser/persistent-list"
import { completedRequest, failedRequest, headerOf, type HttpExchange } from "@/lib/client/stage/payment-trace"
import type { SignInTrace } from "@/lib/client/stage/sign-in-trace"
import type { TraceLog } from "@/lib/client/stage/trace-log"
import type { Product } from "@/lib/client/panel/product"
import type { Receipt } from "@/lib/client/purchase/receipt"
import { readSignIn, type SignInOutcome } from "./outcome"
import { storeRedelivered } from "./store-redelivered"
import type { SignIn } from "./view"

export type SignInSenderDeps = {
  readonly config: Pick<PublicConfig, "chainId" | "network" | "usdc" | "payTo">
  readonly receipts: PersistentList<Receipt>
  readonly log: TraceLog<SignInTrace>
  /** Called with the id of the receipt whose answer arrived. */
  readonly onFetched: (receiptId: string) => void
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>
  readonly now: () => number
}

/** Longer, because the service may have to call a smart wallet's contract. */
const ANSWER_TIMEOUT_MS = 30_000

/**
 * Sends a sign-in once. The trace has the exchange, and a delivered answer is stored. Never rejects: a lost answer was not
 * charged, so it is a failure.
 */
export function createSignInSender(subject: Pick<Product, "id" | "title" | "path">, deps: SignInSenderDeps) {
  const { now, log } = deps
  return async ({ id, header, address }: SignIn, asked: HttpExchange): Promise<SignInOutcome> => {
    const sentAtMs = now()
    try {
      const response = await deps.fetch(subject.path, {
        cache: "no-store",
        headers: { "SIGN-IN-WITH-X": header },
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      })
      const body = await response.text()
      const outcome = readSignIn({ status: response.status, purchase: response.headers.get("x-purchase"), body })
      const sent = completedRequest(response, { sentAtMs, answeredAtMs: now(), length: body.length })
      const reason = outcome.kind === "delivered" ? null : outcome.message
      log.amend(id, (one) => ({ ...one, sent, outcome: outcome.kind, reason }))
      if (outcome.kind === "delivered") {
        const required = headerOf(asked, "payment-required") ?? ""
        const fetched = { ...outcome, address, signInId: id, required, etag: response.headers.get("etag") }
        deps.onFetched(storeRedelivered(subject, fetched, deps))
      }
      return outcome
    } catch {
      const message = "The connection broke before the answer arrived."
      log.amend(id, (one) => ({ ...one, sent: failedRequest(sentAtMs), outcome: "failed", reason: message }))
      return { kind: "failed", message }
    }
  }
}
