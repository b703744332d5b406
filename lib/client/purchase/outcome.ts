import { Problem } from "@/lib/api/problem"
import { parseJson } from "@/lib/domain/parse-json"
import { decodeHeader } from "./header"
import { PaymentResponse, PaymentErrorBody } from "./wire"

/** A response, read to the end. */
export type Answer = {
  readonly status: number
  readonly paymentResponse: string | null
  readonly body: string
}

/**
 * Outcome of a paid request:
 * - `delivered`: charged, with the answer;
 * - `refused`: the payment was not accepted; not charged;
 * - `spent`: the payment was used before and returns nothing more; no claim about the charge is possible here;
 * - `failed`: the service could not answer; not charged;
 * - `unknown`: may have been charged. Only the same payment may be presented again.
 */
export type Outcome =
  | { readonly kind: "delivered"; readonly body: unknown; readonly payment: PaymentResponse | null }
  | { readonly kind: "refused"; readonly reason: string; readonly message: string }
  | { readonly kind: "spent"; readonly reason: string; readonly message: string }
  | { readonly kind: "failed"; readonly code: string; readonly message: string }
  | { readonly kind: "unknown"; readonly message: string; readonly transaction: string | null }

/** Refusal reasons of payments that may have been charged before. */
const spentReasons: ReadonlySet<string> = new Set([
  "redelivery_window_closed",
  "payment_already_used",
  "invalid_exact_evm_nonce_already_used",
])

/** Total function: every response of a server or proxy has an outcome, and doubt is `unknown`. */
export function readOutcome(answer: Answer): Outcome {
  const body = parseJson(answer.body)
  const payment = PaymentResponse.safeParse(decodeHeader(answer.paymentResponse ?? "")).data ?? null
  if (answer.status === 200) {
    if (body === undefined) return unknown("The answer was cut off on its way.", payment?.transaction)
    return { kind: "delivered", body, payment }
  }
  if (answer.status === 402) return readRefusal(body, payment)
  const problem = Problem.safeParse(body)
  if (problem.success && problem.data.charged === "no") {
    return { kind: "failed", code: problem.data.code, message: problem.data.detail }
  }
  const transaction = problem.data?.transaction ?? payment?.transaction
  return unknown(problem.data?.detail ?? `The service answered ${answer.status} without saying more.`, transaction)
}

function readRefusal(body: unknown, payment: PaymentResponse | null): Outcome {
  const refusal = PaymentErrorBody.safeParse(body)
  const reason = payment?.errorReason ?? refusal.data?.error ?? "payment_rejected"
  const message = refusal.data?.message ?? "The payment was not accepted."
  return { kind: spentReasons.has(reason) ? "spent" : "refused", reason, message }
}

function unknown(message: string, transaction: string | null | undefined): Outcome {
  return { kind: "unknown", message, transaction: transaction ? transaction : null }
}
