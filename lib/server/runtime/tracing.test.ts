import { context, propagation, trace } from "@opentelemetry/api"
import { InMemorySpanExporter, NodeTracerProvider, SimpleSpanProcessor } from "@opentelemetry/sdk-trace-node"
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest"
import { getRoute, jsonResponse } from "@/lib/server/http/route"
import type { PaymentGate } from "@/lib/x402/payment-service"
import { createLogger } from "./logger"
import { inSpan, traceFields, traceGate, traceRequest, traceRpc, traceSettle } from "./tracing"

const TRACE = "0af7651916cd43dd8448eb211c80319c"
const CALLER = "b7ad6b7169203331"

const spans = new InMemorySpanExporter()
const provider = new NodeTracerProvider({ spanProcessors: [new SimpleSpanProcessor(spans)] })

beforeAll(() => provider.register())
afterEach(() => spans.reset())
afterAll(async () => {
  await provider.shutdown()
  for (const api of [trace, context, propagation]) api.disable()
})

function serve(answer: () => Promise<Response>): (traceparent?: string) => Promise<Response> {
  const options = () => ({
    origin: "http://localhost:3402",
    newRequestId: () => "id",
    log: () => undefined,
    now: () => 0,
    trace: traceRequest,
  })
  const { GET } = getRoute(answer, answer, options)
  return (traceparent) => {
    const headers = traceparent === undefined ? {} : { traceparent }
    return GET(new Request("http://localhost:3402/api/signal/BTC", { headers }), { params: Promise.resolve({}) })
  }
}

const tree = () => spans.getFinishedSpans().map((span) => [span.name, nameOf(span.parentSpanContext?.spanId)])
const nameOf = (id: string | undefined) =>
  spans.getFinishedSpans().find((span) => span.spanContext().spanId === id)?.name ?? id

describe("a request", () => {
  test("continues its caller's trace, with the gate, the settlement and the node's calls below it", async () => {
    const transaction = "0x01" as const
    const settle = traceSettle(() => {
      traceRpc({ method: "eth_sendRawTransaction", outcome: "ok", durationMs: 4 })
      return Promise.resolve({ kind: "settled", transaction })
    })
    const refused = { kind: "refused", reason: "invalid_exact_evm_signature", payer: null } as const
    const gate = traceGate<Pick<PaymentGate, "pay" | "redeem">>({
      pay: async () => {
        await settle({} as Parameters<typeof settle>[0])
        return refused
      },
      redeem: () => Promise.resolve(refused),
    })
    const answer = async () => {
      const [payment, offer] = [{}, { contract: { id: "signal" } }] as unknown as Parameters<typeof gate.pay>
      await gate.pay(payment, offer, () => Promise.reject(new Error("not asked")))
      return jsonResponse({}, "id", 402)
    }
    await serve(answer)(`00-${TRACE}-${CALLER}-01`)
    expect(tree()).toEqual([
      ["rpc eth_sendRawTransaction", "settle"],
      ["settle", "gate"],
      ["gate", "GET signal"],
      ["GET signal", CALLER],
    ])
    expect(new Set(spans.getFinishedSpans().map((span) => span.spanContext().traceId))).toEqual(new Set([TRACE]))
    const [rpc, settled, paid, root] = spans.getFinishedSpans().map(({ attributes }) => attributes)
    expect(rpc).toEqual({ "signal402.outcome": "ok" })
    expect(settled).toEqual({ "signal402.outcome": "settled", "signal402.transaction": transaction })
    expect(paid).toMatchObject({ "signal402.method": "exact", "signal402.outcome": "refused" })
    expect(root).toMatchObject({ "http.response.status_code": 402, "signal402.request_id": "id" })
  })

  test.each(["nonsense", "00-00000000000000000000000000000000-b7ad6b7169203331-01", "ff-", ""])(
    "begins a trace of its own when traceparent is %j",
    async (traceparent) => {
      await serve(() => Promise.resolve(jsonResponse({}, "id")))(traceparent)
      expect(tree()).toEqual([["GET signal", undefined]])
    },
  )

  test("is not recorded, nor are its child spans, when its caller has not sampled the trace", async () => {
    const call = () => traceRpc({ method: "eth_call", outcome: "ok", durationMs: 1 })
    const answer = () => inSpan("provider", {}, () => Promise.resolve(jsonResponse({}, "id"))).finally(call)
    await serve(answer)(`00-${TRACE}-${CALLER}-00`)
    expect(spans.getFinishedSpans()).toEqual([])
  })

  test("that fails is marked as an error", async () => {
    const response = await serve(() => Promise.reject(new Error("broken")))()
    expect([response.status, spans.getFinishedSpans()[0]?.status.code]).toEqual([500, 2])
  })
})

test("a job that outlives its request is not in the request's trace", async () => {
  let go = (): void => undefined
  const gate = new Promise<void>((resolve) => (go = resolve))
  let job: Promise<unknown> = Promise.resolve()
  await serve(() => {
    job = gate.then(() => {
      traceRpc({ method: "eth_blockNumber", outcome: "ok", durationMs: 1 })
      return inSpan("provider", {}, () => Promise.resolve())
    })
    return Promise.resolve(jsonResponse({}, "id"))
  })(`00-${TRACE}-${CALLER}-01`)
  go()
  await job
  expect(tree()).toEqual([
    ["GET signal", CALLER],
    ["provider", undefined],
  ])
})

test("a log line inside a span has the trace and span ids, and a line outside has none", async () => {
  const lines: Record<string, unknown>[] = []
  const log = createLogger({ write: (line: string) => void lines.push(JSON.parse(line)) })
  log.info({}, "outside")
  await inSpan("step", {}, () => Promise.resolve(log.info({}, "inside")))
  const [step] = spans.getFinishedSpans()
  expect(lines[0]).not.toHaveProperty("trace_id")
  expect(lines[1]).toMatchObject({ trace_id: step?.spanContext().traceId, span_id: step?.spanContext().spanId })
  expect(traceFields()).toEqual({})
})
