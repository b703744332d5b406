import fc from "fast-check"
import { beforeEach, describe, expect, test, vi } from "vitest"
import { handlePost } from "./handle-post"
import type { McpService } from "./server"
import { formatUsdc } from "@/lib/domain/usdc"
import { briefContract } from "@/lib/endpoints/brief/contract"
import { toolsWithPrices } from "./tools"

const dispatch = vi.fn<McpService["dispatch"]>(() => Promise.resolve(Response.json({ coin: "BTC" })))
const onFault = vi.fn<McpService["onFault"]>()
const tools = toolsWithPrices()
const service: McpService = {
  dispatch,
  origin: "https://signal402.example",
  version: "1.0.0",
  instructions: "Pay.",
  tools: () => ({ list: tools, isPaused: false }),
  onFault,
}

beforeEach(() => vi.clearAllMocks())

async function post(body: BodyInit, headers: Record<string, string> = {}) {
  const request = new Request("https://signal402.example/mcp", { method: "POST", body, headers })
  const response = await handlePost(request, service)
  const text = await response.text()
  return { status: response.status, body: text === "" ? null : (JSON.parse(text) as unknown) }
}

const send = (message: unknown, headers?: Record<string, string>) => post(JSON.stringify(message), headers)
const call = (method: string, params?: unknown, id: unknown = 1) => send({ jsonrpc: "2.0", id, method, params })
const ping = { jsonrpc: "2.0", id: "a", method: "ping" }

describe("MCP revisions with initialize", () => {
  test("initialize returns a supported protocol version unchanged, and the newest version for any other", async () => {
    for (const [asked, agreed] of [
      ["2025-11-25", "2025-11-25"],
      ["2025-06-18", "2025-06-18"],
      ["2024-11-05", "2024-11-05"],
      ["2031-01-01", "2025-11-25"],
    ]) {
      const clientInfo = { name: "x", version: "1" }
      const { body } = await call("initialize", { protocolVersion: asked, capabilities: {}, clientInfo })
      expect(body).toMatchObject({ id: 1, result: { protocolVersion: agreed, instructions: "Pay." } })
    }
  })

  test("an unknown version in MCP-Protocol-Version is rejected with 400", async () => {
    expect(await send(ping, { "mcp-protocol-version": "1999-01-01" })).toMatchObject({ status: 400 })
    expect(await send(ping, { "mcp-protocol-version": "2025-06-18" })).toMatchObject({ status: 200 })
  })

  test("a client with Accept: */* and Content-Type: text/plain receives JSON", async () => {
    expect(await send(ping, { accept: "*/*", "content-type": "text/plain" })).toMatchObject({ status: 200 })
  })

  test("notifications and unsolicited responses are accepted with 202 and an empty body", async () => {
    const accepted = { status: 202, body: null }
    expect(await send({ jsonrpc: "2.0", method: "notifications/initialized" })).toEqual(accepted)
    expect(await send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } })).toEqual(
      accepted,
    )
    expect(await send({ jsonrpc: "2.0", id: 1, result: {} })).toEqual(accepted)
  })

  test.each([
    [{ "Accept-Payment": "exact" }, "exact"],
    [{}, null],
  ])("a tool call has the Accept-Payment of its request: %j", async (headers, forwarded) => {
    const params = { name: "signal", arguments: { coin: "BTC" } }
    await send({ jsonrpc: "2.0", id: 1, method: "tools/call", params }, headers)
    expect(dispatch.mock.calls[0]?.[1].headers.get("accept-payment")).toBe(forwarded)
  })

  test("a paid tool call that is sent as a notification buys nothing", async () => {
    const params = { name: "signal", arguments: { coin: "BTC" }, _meta: { "x402/payment": {} } }
    expect(await send({ jsonrpc: "2.0", method: "tools/call", params })).toEqual({ status: 202, body: null })
    expect(dispatch).not.toHaveBeenCalled()
  })

  test.each(["resources/list", "prompts/list", "__proto__", "constructor", ""])(
    "%j is an unknown method",
    async (method) => {
      expect(await call(method)).toMatchObject({ body: { id: 1, error: { code: -32_601 } } })
    },
  )
})

describe("MCP revision 2026-07-28", () => {
  const VERSION = "2026-07-28"
  const envelope = (version = VERSION) => ({
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
  })
  function modern(method: string, params: Record<string, unknown> = {}, version = VERSION) {
    const { _meta: own = {}, ...rest } = params
    const headers = {
      "mcp-protocol-version": version,
      "mcp-method": method,
      ...(typeof params["name"] === "string" && { "mcp-name": params["name"] }),
    }
    const meta = { ...envelope(version), ...(own as object) }
    return send({ jsonrpc: "2.0", id: 1, method, params: { ...rest, _meta: meta } }, headers)
  }

  test("server/discover returns versions, capabilities and the cache lifetime", async () => {
    expect(await modern("server/discover")).toMatchObject({
      status: 200,
      body: {
        id: 1,
        result: {
          resultType: "complete",
          supportedVersions: expect.arrayContaining([VERSION]),
          capabilities: { tools: {} },
          instructions: "Pay.",
          ttlMs: 300_000,
          cacheScope: "public",
        },
      },
    })
  })

  test("tools/list returns caching hints, and each paid tool has its price in _meta", async () => {
    const { body } = await modern("tools/list")
    const { result } = body as { result: { tools: { name: string; _meta?: unknown }[] } }
    expect(result).toMatchObject({ resultType: "complete", ttlMs: 300_000, cacheScope: "public" })
    expect(result.tools.find(({ name }) => name === "signal")).toHaveProperty("_meta", { "agents-x402/priceUSD": 0.05 })
    const [least, most] = [briefContract.priceRange?.min, briefContract.priceRange?.max].map(
      (price) => price && formatUsdc(price),
    )
    expect(result.tools.find(({ name }) => name === "brief")).toHaveProperty("_meta", {
      "signal402/price": { currency: "USD", min: least, max: most },
      "agents-x402/priceUSD": Number(most),
    })
    expect(result.tools.find(({ name }) => name === "health")).not.toHaveProperty("_meta")
  })

  test("tools/call passes the payment to the route", async () => {
    const params = { name: "signal", arguments: { coin: "BTC" }, _meta: { "x402/payment": { x402Version: 2 } } }
    expect(await modern("tools/call", params)).toMatchObject({
      status: 200,
      body: { result: { resultType: "complete", structuredContent: { coin: "BTC" } } },
    })
    expect(dispatch.mock.calls[0]?.[1].headers.get("payment-signature")).toMatch(/./)
  })

  test("an unsupported version fails with -32022 and the list of supported versions", async () => {
    expect(await modern("tools/list", {}, "2031-01-01")).toMatchObject({
      status: 400,
      body: { id: 1, error: { code: -32_022, data: { supported: expect.arrayContaining([VERSION]) } } },
    })
  })

  test("an unknown method fails with 404", async () => {
    expect(await modern("resources/list")).toMatchObject({ status: 404, body: { id: 1, error: { code: -32_601 } } })
  })

  test("headers that contradict the body are rejected with -32020", async () => {
    const body = { jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: envelope() } }
    const headers = { "mcp-protocol-version": VERSION, "mcp-method": "tools/call" }
    expect(await send(body, headers)).toMatchObject({ status: 400, body: { error: { code: -32_020 } } })
  })

  test("tools/list with a cursor is rejected, because the list has one page", async () => {
    expect(await modern("tools/list", { cursor: "page-2" })).toMatchObject({ body: { error: { code: -32_602 } } })
  })
})

test.each([
  ["an empty body", "", -32_700],
  ["invalid JSON", "{", -32_700],
  ["a body that is not UTF-8", new Uint8Array([0xff, 0xfe, 0x00]), -32_700],
  ["null", "null", -32_600],
  ["a number", "7", -32_600],
  ["another version of JSON-RPC", '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600],
  ["an empty batch", "[]", -32_600],
])("%s fails with 400 and a JSON-RPC error", async (_, body, code) => {
  const answer = await post(body)
  expect([answer.status, answer.body]).toMatchObject([400, { jsonrpc: "2.0", error: { code } }])
})

test.each([
  ["https://evil.example", 200],
  ["null", 200],
  ["not an origin", 403],
  ["https://signal402.example/path", 403],
])("a request with Origin %s returns %i", async (origin, status) => {
  expect(await send(ping, { origin })).toMatchObject({ status })
})

test.each([
  ["signal402.example", 200],
  ["localhost:3402", 200],
  ["[::1]:3402", 200],
  ["rebound.example:3402", 403],
  ["a b", 403],
])("a request with Host %s returns %i", async (host, status) => {
  expect(await send(ping, { host })).toMatchObject({ status })
})

describe("a body above 256 KB", () => {
  const large = "x".repeat(262_145)

  test("a body with a Content-Length above the limit is rejected without being read", async () => {
    expect(await post("{}", { "content-length": "262145" })).toMatchObject({ status: 413 })
  })

  test("a streamed body is rejected as soon as it exceeds the limit, without Content-Length", async () => {
    let read = 0
    const endless = new ReadableStream({
      pull(controller) {
        read += 1
        controller.enqueue(new TextEncoder().encode(large.slice(0, 65_536)))
      },
    })
    const init = { method: "POST", body: endless, duplex: "half" } as RequestInit
    const response = await handlePost(new Request("https://signal402.example/mcp", init), service)
    expect(response.status).toBe(413)
    expect(read).toBeLessThan(10)
  })
})

test.each([
  ["no name", {}],
  ["a name that is not text", { name: 7 }],
  ["an unknown tool", { name: "toString" }],
  ["arguments as an array", { name: "signal", arguments: ["BTC"] }],
  ["a _meta that is not an object", { name: "signal", _meta: "x402/payment" }],
])("tools/call with %s is rejected, and no route is called", async (_, params) => {
  expect(await call("tools/call", params)).toMatchObject({ body: { error: { code: expect.any(Number) } } })
  expect(dispatch).not.toHaveBeenCalled()
})

describe("batches", () => {
  test("a batch of revision 2025-03-26 returns one response per request", async () => {
    const batch = [ping, { jsonrpc: "2.0", method: "notifications/initialized" }, { ...ping, id: 2, method: "no" }]
    const { status, body } = await send(batch, { "mcp-protocol-version": "2025-03-26" })
    expect([status, body]).toMatchObject([
      200,
      [
        { id: "a", result: {} },
        { id: 2, error: { code: -32_601 } },
      ],
    ])
  })

  test("a batch returns the bought answers when another message of the batch fails", async () => {
    const message = (id: number, coin: string) => {
      return { jsonrpc: "2.0", id, method: "tools/call", params: { name: "signal", arguments: { coin } } }
    }
    const fault = new Error("out of memory")
    dispatch.mockImplementation((_, { url }) =>
      url.endsWith("ETH") ? Promise.reject(fault) : Promise.resolve(Response.json({ coin: "BTC" })),
    )
    const { status, body } = await send([message(1, "BTC"), message(2, "ETH"), message(3, "SOL")])
    expect([status, body]).toMatchObject([
      200,
      [
        { id: 1, result: { content: [{ text: '{"coin":"BTC"}' }] } },
        { id: 2, error: { code: -32_603 } },
        { id: 3, result: { content: [{ text: '{"coin":"BTC"}' }] } },
      ],
    ])
    expect(onFault.mock.calls).toEqual([[fault]])
  })

  test("a batch with more than one tools/list is rejected", async () => {
    const list = { jsonrpc: "2.0", id: 1, method: "tools/list" }
    expect(await send([list, ping])).toMatchObject({ status: 200 })
    expect(await send([list, ping, { ...list, id: 2 }])).toMatchObject({ status: 400 })
  })

  test("a batch of more than 20 messages is rejected", async () => {
    expect(await send(Array.from({ length: 21 }, () => ping))).toMatchObject({ status: 400 })
  })
})

test("every response to a random message is a JSON-RPC response", async () => {
  const method = fc.constantFrom("initialize", "ping", "tools/list", "tools/call", "nothing")
  const params = fc.oneof(
    fc.jsonValue(),
    fc.record({
      name: fc.constantFrom("signal", "risk", "versions", "__proto__"),
      arguments: fc.jsonValue(),
      _meta: fc.jsonValue(),
    }),
  )
  const message = fc.oneof(
    fc.json(),
    fc
      .record({ jsonrpc: fc.constant("2.0"), id: fc.jsonValue(), method, params }, { requiredKeys: ["method"] })
      .map((value) => JSON.stringify(value)),
  )
  await fc.assert(
    fc.asyncProperty(message, async (text) => {
      const { status, body } = await post(text)
      expect([200, 202, 400, 404]).toContain(status)
      for (const answer of body === null ? [] : [body].flat()) expect(answer).toHaveProperty("jsonrpc", "2.0")
    }),
    { numRuns: 300 },
  )
})
