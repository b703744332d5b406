import { decodeHeader } from "@/lib/client/purchase/header"
import { typedDataOf } from "@/lib/client/purchase/authorization"
import { isSessionPayment } from "@/lib/client/purchase/is-session-payment"
import { PaymentPayload, PaymentRequired, PaymentResponse } from "@/lib/client/purchase/wire"
import { chargeText, sessionAllowance, sessionTypedDataStep } from "./session-steps"
import type { Evidence, Step } from "./step"
import { type PaymentTrace, headerOf, type HttpExchange } from "./payment-trace"

/**
 * An x402 purchase as seven steps, built from its trace. Pure.
 *
 * @param chainId chain id of the typed data; headers carry it as `eip155:<id>`
 * @see https://github.com/x402-foundation/x402/blob/main/specs/transports-v2/http.md
 */
export function stepsOf(trace: PaymentTrace, chainId: number): readonly Step[] {
  const payload = PaymentPayload.safeParse(decodeHeader(trace.signature ?? "")).data ?? null
  const last = trace.sends.at(-1) ?? null
  return [
    requestStep(trace),
    requirementsStep(trace),
    typedDataStep(payload, trace, chainId),
    signatureStep(trace, payload),
    verificationStep(trace, last),
    settlementStep(trace, last),
    receiptStep(trace, last),
  ]
}

function requestStep({ path, quote }: PaymentTrace): Step {
  return {
    id: "request",
    title: "Terms requested",
    state: "done",
    note: `Request for ${path} without a payment. The answer has the terms of its 402.`,
    durationMs: elapsed(quote),
    evidence: quote ? [{ kind: "headers", label: "Answer", lines: quote.headers }] : [],
  }
}

function requirementsStep({ required }: PaymentTrace): Step {
  const value = decodeHeader(required)
  const { accepts = [] } = PaymentRequired.safeParse(value).data ?? {}
  const offers = `${accepts.length} ${accepts.length === 1 ? "way" : "ways"} to pay`
  return {
    id: "requirements",
    title: "Requirements",
    state: "done",
    note: `PAYMENT-REQUIRED, decoded: ${offers}. Compared with the shown price before signing.`,
    durationMs: null,
    evidence: [{ kind: "json", label: "PAYMENT-REQUIRED", value }],
  }
}

function typedDataStep(payload: PaymentPayload | null, { outcome }: PaymentTrace, chainId: number): Step {
  if (payload && isSessionPayment(payload)) return sessionTypedDataStep(payload)
  const base = { id: "typed-data", title: "Typed data", durationMs: null } as const
  const note = "TransferWithAuthorization (EIP-3009) as typed data (EIP-712): what the wallet shows."
  if (!payload) return { ...base, state: outcome === "signing" ? "waiting" : "open", note, evidence: [] }
  const value = typedDataOf({ accepted: payload.accepted }, payload.payload.authorization, chainId)
  return { ...base, state: "done", note, evidence: [{ kind: "json", label: "Typed data", value }] }
}

function signatureStep(trace: PaymentTrace, payload: PaymentPayload | null): Step {
  const base = { id: "signature", title: "Signature" } as const
  switch (trace.outcome) {
    case "signing":
      return { ...base, state: "waiting", note: "The wallet has not answered.", durationMs: null, evidence: [] }
    case "declined":
      return { ...base, state: "failed", note: "Declined. Nothing was sent.", durationMs: null, evidence: [] }
    case "cancelled":
      return { ...base, state: "failed", note: "Cancelled. Nothing was sent.", durationMs: null, evidence: [] }
    case "wallet-failed": {
      const note = `The wallet did not sign. ${trace.reason ?? ""}`.trim()
      return { ...base, state: "failed", note, durationMs: null, evidence: [] }
    }
    case "unsent": {
      const note = `Signed, and not sent. ${trace.reason ?? ""}`.trim()
      return { ...base, state: "failed", note, durationMs: null, evidence: [] }
    }
    case "settling":
    case "delivered":
    case "refused":
    case "spent":
    case "failed":
    case "unknown":
      return {
        ...base,
        state: "done",
        note: `${allowanceText(payload)} Stored in this browser before it was sent.${keyText(payload)}`,
        durationMs: trace.signedAtMs === null ? null : trace.signedAtMs - trace.startedAtMs,
        evidence: payload ? [{ kind: "json", label: "PAYMENT-SIGNATURE", value: payload }] : [],
      }
  }
}

function allowanceText(payload: PaymentPayload | null): string {
  return payload && isSessionPayment(payload)
    ? sessionAllowance(payload)
    : "Allows one transfer of exactly this amount."
}

function keyText(payload: PaymentPayload | null): string {
  if (payload && isSessionPayment(payload)) return ""
  const id = payload?.extensions?.["payment-identifier"].info.id
  return id === undefined ? "" : ` Its payment identifier ${id} buys one answer, however often it is presented.`
}

function verificationStep({ outcome, reason }: PaymentTrace, last: HttpExchange | null): Step {
  const base = { id: "verification", title: "Verification", durationMs: null } as const
  if (outcome === "refused" || outcome === "spent") {
    const why = responseOf(last)?.errorReason ?? "payment_rejected"
    return { ...base, state: "failed", note: `${reason ?? "Refused."} (${why})`, evidence: answerOf(last) }
  }
  if (outcome === "delivered") {
    const note = "The service checked amount, payee, time window, nonce, signature and balance."
    return { ...base, state: "done", note, evidence: [] }
  }
  if (outcome === "failed") return { ...base, state: "open", note: "Not reported by the service.", evidence: [] }
  return { ...base, ...pendingOf(outcome), evidence: [] }
}

function settlementStep({ outcome, reason, sends }: PaymentTrace, last: HttpExchange | null): Step {
  const times = sends.length > 1 ? ` Presented ${sends.length} times, one payment.` : ""
  const base = { id: "settlement", title: "Settlement", durationMs: elapsed(last) } as const
  if (outcome === "delivered") {
    const response = responseOf(last)
    const transaction = response?.transaction || null
    const settled = transaction === null ? "Settled." : `Transaction ${transaction}.`
    const note = (response && chargeText(response)) ?? settled
    return { ...base, state: "done", note: note + times, evidence: answerOf(last) }
  }
  if (outcome === "failed") {
    const note = `Not submitted to the chain, nothing was charged. ${reason ?? ""}`.trim()
    return { ...base, state: "failed", note, evidence: answerOf(last) }
  }
  if (outcome === "unknown") {
    const note = `Unconfirmed. ${reason ?? ""} Getting the answer presents the same payment again.${times}`
    return { ...base, state: "waiting", note, evidence: answerOf(last) }
  }
  return { ...base, ...pendingOf(outcome), durationMs: null, evidence: [] }
}

function receiptStep({ outcome }: PaymentTrace, last: HttpExchange | null): Step {
  const base = { id: "receipt", title: "Answer and receipt", durationMs: null, evidence: [] } as const
  if (outcome !== "delivered") return { ...base, ...pendingOf(outcome) }
  const size = last?.length === null || last === null ? "" : ` ${(last.length / 1024).toFixed(1)} KB of JSON.`
  return { ...base, state: "done", note: `200 OK.${size} Kept in this browser with its receipt.` }
}

function pendingOf(outcome: PaymentTrace["outcome"]): Pick<Step, "state" | "note"> {
  if (outcome === "settling") return { state: "waiting", note: "Waiting for the service." }
  if (outcome === "unknown") return { state: "waiting", note: "Unconfirmed." }
  return { state: "open", note: "Not reached." }
}

function answerOf(last: HttpExchange | null): readonly Evidence[] {
  if (last === null || last.status === null) return []
  const decoded = decodeHeader(headerOf(last, "payment-response") ?? "")
  const lines = [["status", String(last.status)] as const, ...last.headers]
  const headers: Evidence = { kind: "headers", label: "Answer", lines }
  return decoded === null ? [headers] : [{ kind: "json", label: "PAYMENT-RESPONSE", value: decoded }, headers]
}

function responseOf(last: HttpExchange | null): PaymentResponse | null {
  return PaymentResponse.safeParse(decodeHeader(headerOf(last, "payment-response") ?? "")).data ?? null
}

function elapsed(message: HttpExchange | null): number | null {
  return message === null || message.answeredAtMs === null ? null : message.answeredAtMs - message.sentAtMs
}
