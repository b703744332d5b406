import {
  type Context,
  context,
  propagation,
  type Span,
  SpanKind,
  type SpanOptions,
  SpanStatusCode,
  type TextMapGetter,
  trace,
  TraceFlags,
} from "@opentelemetry/api"
import type { RpcCallFacts } from "@/lib/x402/chain/rpc-transport"
import type { TraceRequest } from "@/lib/server/http/route"
import type { PaymentGate } from "@/lib/x402/payment-service"
import type { Settler } from "@/lib/x402/settlement/settler"
import { operationOf } from "./metrics/metrics"

const SERVER_ERROR = 500

/**
 * Runs a step as a span of the active trace, or of a new one. The span ends with the step; a step that throws marks it as an error.
 * Without an exporter (`startTracing`) the step runs and nothing else happens.
 */
export function inSpan<T>(name: string, options: SpanOptions, run: (span: Span) => Promise<T>): Promise<T> {
  return spanIn(openContext(), name, options, run)
}

function spanIn<T>(parent: Context, name: string, options: SpanOptions, run: (span: Span) => Promise<T>): Promise<T> {
  return tracer().startActiveSpan(name, options, parent, async (span) => {
    try {
      return await run(span)
    } catch (cause) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: cause instanceof Error ? cause.name : "unknown" })
      throw cause
    } finally {
      span.end()
    }
  })
}

/** The span of a request. It continues the trace that the caller names in `traceparent`. */
export const traceRequest: TraceRequest = (request, answer) => {
  const { method, url, headers } = request
  const { pathname } = new URL(url)
  const operation = operationOf(pathname)
  const attributes = { "http.request.method": method, "http.route": operation, "url.path": pathname }
  const active = openContext()
  // A tool call over MCP has the span of its HTTP request.
  const parent = trace.getSpan(active) ? active : propagation.extract(active, headers, requestHeaders)
  return spanIn(parent, `${method} ${operation}`, { kind: SpanKind.SERVER, attributes }, async (span) => {
    const response = await answer()
    const { ok, status } = response
    span.setAttributes({
      "http.response.status_code": status,
      "signal402.paid": ok && response.headers.has("PAYMENT-RESPONSE"),
      "signal402.request_id": response.headers.get("X-Request-Id") ?? "",
    })
    if (status >= SERVER_ERROR) span.setStatus({ code: SpanStatusCode.ERROR })
    return response
  })
}

const requestHeaders: TextMapGetter<Headers> = {
  get: (headers, name) => headers.get(name) ?? undefined,
  keys: (headers) => [...headers.keys()],
}

/** Spans of a gate: one for each payment, with its outcome. */
export function traceGate<G extends Pick<PaymentGate, "pay" | "redeem" | "payByChannel">>(gate: G): G {
  const { payByChannel } = gate
  const traced: typeof payByChannel =
    payByChannel &&
    ((payment, offer, produce, signIn) =>
      paymentSpan("session", offer.contract.id, () => payByChannel(payment, offer, produce, signIn)))
  return {
    ...gate,
    ...(traced && { payByChannel: traced }),
    pay: (payment, offer, produce) => paymentSpan("exact", offer.contract.id, () => gate.pay(payment, offer, produce)),
    redeem: (proof, offer, produce) =>
      paymentSpan("transfer", offer.contract.id, () => gate.redeem(proof, offer, produce)),
  }
}

type Outcome = { readonly kind: string; readonly reason?: string; readonly transaction?: string | null }

function paymentSpan<O extends Outcome>(method: string, operation: string, attempt: () => Promise<O>): Promise<O> {
  const attributes = { "signal402.method": method, "signal402.operation": operation }
  return inSpan("gate", { attributes }, async (span) => {
    const outcome = await attempt()
    const { kind, reason, transaction } = outcome
    span.setAttribute("signal402.outcome", kind)
    if (reason !== undefined) span.setAttribute("signal402.reason", reason)
    if (transaction) span.setAttribute("signal402.transaction", transaction)
    if (kind === "failed") span.setStatus({ code: SpanStatusCode.ERROR })
    return outcome
  })
}

/** The span of one settlement: from the stored answer to its outcome, or to the end of the payer's wait. */
export function traceSettle(settle: Settler["settle"]): Settler["settle"] {
  return (payment) =>
    inSpan("settle", {}, async (span) => {
      const settlement = await settle(payment)
      span.setAttribute("signal402.outcome", settlement.kind)
      if ("transaction" in settlement && settlement.transaction) {
        span.setAttribute("signal402.transaction", settlement.transaction)
      }
      return settlement
    })
}

/** A span of a call to a node, where a request waits for it. The calls of background jobs have metrics only. */
export function traceRpc({ method, outcome, durationMs }: RpcCallFacts): void {
  if (!trace.getActiveSpan()?.isRecording()) return
  const endMs = Date.now()
  const span = tracer().startSpan(`rpc ${method}`, { kind: SpanKind.CLIENT, startTime: endMs - durationMs })
  span.setAttribute("signal402.outcome", outcome)
  if (outcome !== "ok") span.setStatus({ code: SpanStatusCode.ERROR })
  span.end(endMs)
}

/** The ids of the active trace for a log line; empty outside of one. */
export function traceFields(): { readonly trace_id?: string; readonly span_id?: string } {
  const span = trace.getActiveSpan()?.spanContext()
  return span === undefined ? {} : { trace_id: span.traceId, span_id: span.spanId }
}

function tracer() {
  return trace.getTracer("signal402")
}

/** The active context. A job that a request has started outlives it, and then is not part of its trace. */
function openContext(): Context {
  const active = context.active()
  const span = trace.getSpan(active)
  if (span === undefined) return active
  const isSampled = (span.spanContext().traceFlags & TraceFlags.SAMPLED) !== 0
  return isSampled && !span.isRecording() ? trace.deleteSpan(active) : active
}
