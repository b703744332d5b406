import pino from "pino"
import { beforeAll, beforeEach, expect, test, vi } from "vitest"
import { config } from "@/lib/server/runtime/config"
import { openCatalogueHarness } from "@/tools/testing/catalogue/catalogue-harness"
import { authorize, newPayer, payloadV2 } from "@/tools/testing/payments/fixtures"
import { POST } from "./route"

const NOW_MS = Date.UTC(2026, 10, 20, 15, 7)

const lines: Record<string, unknown>[] = []

beforeAll(async () => {
  vi.useFakeTimers({ toFake: ["Date"] })
  await openCatalogueHarness(NOW_MS)
  const home: Record<symbol, unknown> = globalThis
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
  home[Symbol.for("signal402.log")] = pino({}, { write })
  home[Symbol.for("signal402.config")] = { ...config(), requestLog: true }
})

beforeEach(() => void lines.splice(0))

function post(message: unknown): Promise<Response> {
  const request = new Request("https://signal402.example/mcp", { method: "POST", body: JSON.stringify(message) })
  return POST(request, { params: Promise.resolve(undefined) })
}

function callOf(name: string, args: object, payment?: unknown) {
  const meta = payment === undefined ? {} : { "x402/payment": payment }
  return { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args, _meta: meta } }
}

test("a tool call logs one line with tool, route, outcome and payment", async () => {
  const payment = payloadV2(await authorize(newPayer()))
  const signal = { method: "GET", path: "/api/signal/BTC", tool: "signal" }
  for (const [message, facts] of [
    [callOf("signal", { coin: "BTC" }), { ...signal, status: 402, paid: false }],
    [callOf("signal", { coin: "BTC" }, payment), { ...signal, status: 200, paid: true }],
    [callOf("signal", { coin: "DOGE" }), { ...signal, path: "/api/signal/DOGE", status: 400, paid: false }],
    [callOf("health", {}), { method: "GET", path: "/api/health", tool: "health", status: 200, paid: false }],
  ] as const) {
    lines.splice(0)
    const requestId = (await post(message)).headers.get("x-request-id")
    expect(lines).toEqual([expect.objectContaining({ ...facts, msg: "request", requestId })])
  }
})

test("each call of a batch logs one line with the request's id", async () => {
  const response = await post([callOf("regime", {}), callOf("versions", {})])
  const requestId = response.headers.get("x-request-id")
  expect(lines).toEqual([
    expect.objectContaining({ tool: "regime", status: 402, requestId }),
    expect.objectContaining({ tool: "versions", status: 200, requestId }),
  ])
})

test("a call without a route logs its own line", async () => {
  const mcp = { method: "POST", path: "/mcp", paid: false }
  await post({ jsonrpc: "2.0", id: 1, method: "tools/list" })
  await post(callOf("signal", { symbol: "BTC" }))
  expect(lines).toEqual([expect.objectContaining(mcp), expect.objectContaining(mcp)])
  for (const line of lines) expect(line).not.toHaveProperty("tool")
})
