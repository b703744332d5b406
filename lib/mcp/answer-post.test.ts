import fc from "fast-check"
import { describe, expect, test, vi } from "vitest"
import { answerPost } from "./answer-post"
import type { McpServer } from "./server"

const dispatch = vi.fn<McpServer["dispatch"]>(() => Promise.resolve(Response.json({ coin: "BTC" })))
const onFault = vi.fn<McpServer["onFault"]>()
const server: McpServer = {
  dispatch,
  origin: "https://signal402.example",
  version: "1.0.0",
  instructions: "Pay.",
  onFault,
}

function post(body: BodyInit, headers: Record<string, string> = {}) {
  const request = new Request("https://signal402.example/mcp", { method: "POST", body, headers })
  return answerPost(request, server)
}

const send = (message: unknown, headers?: Record<string, string>) => post(JSON.stringify(message), headers)
const ask = (method: string, params?: unknown, id: unknown = 1) => send({ jsonrpc: "2.0", id, method, params })
const ping = { jsonrpc: "2.0", id: "a", method: "ping" }

test("a version that is spoken is agreed to, any other answered with the newest", async () => {
  for (const [asked, agreed] of [
    ["2025-06-18", "2025-06-18"],
    ["2024-11-05", "2024-11-05"],
    ["2031-01-01", "2025-11-25"],
    [{}, "2025-11-25"],
  ]) {
    const { body } = await ask("initialize", { protocolVersion: asked, capabilities: {}, clientInfo: { name: "x" } })
    expect(body).toMatchObject({ id: 1, result: { protocolVersion: agreed, instructions: "Pay." } })
  }
})

test("a header with a version that nobody speaks is refused", async () => {
  expect(await send(ping, { "mcp-protocol-version": "1999-01-01" })).toMatchObject({ status: 400 })
  expect(await send(ping, { "mcp-protocol-version": "2025-06-18" })).toMatchObject({ status: 200 })
})

test.each([
  ["nothing", "", -32_700],
  ["no JSON", "{", -32_700],
  ["bytes that are no text", new Uint8Array([0xff, 0xfe, 0x00]), -32_700],
  ["null", "null", -32_600],
  ["a number", "7", -32_600],
  ["another version of JSON-RPC", '{"jsonrpc":"1.0","id":1,"method":"ping"}', -32_600],
  ["an id that is an object", '{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600],
  ["an id that is null", '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32_600],
  ["parameters in a list", '{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', -32_600],
  ["a list without messages", "[]", -32_600],
])("%s is 400 with an error of JSON-RPC", async (_, body, code) => {
  expect(await post(body)).toEqual({
    status: 400,
    body: { jsonrpc: "2.0", id: null, error: { code, message: expect.stringMatching(/\.$/) } },
  })
})

test("what is nested deeper than a stack is an answer like any other", async () => {
  const deep = "[".repeat(120_000) + "]".repeat(120_000)
  expect(await post(deep)).toMatchObject({ status: 200, body: [{ error: { code: -32_600 } }] })
  const wrapped = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"signal","arguments":{"coin":${deep}}}}`
  expect(await post(wrapped)).toMatchObject({ status: 200, body: { result: { isError: true } } })
})

describe("a body above 256 KB", () => {
  const large = "x".repeat(262_145)

  test("is refused by what it says of itself, unread", async () => {
    expect(await post("{}", { "content-length": "262145" })).toMatchObject({ status: 413 })
  })

  test("is refused as soon as it is more, whatever it says", async () => {
    let read = 0
    const endless = new ReadableStream({
      pull(controller) {
        read += 1
        controller.enqueue(new TextEncoder().encode(large.slice(0, 65_536)))
      },
    })
    const init = { method: "POST", body: endless, duplex: "half" } as RequestInit
    expect(await answerPost(new Request("https://signal402.example/mcp", init), server)).toMatchObject({ status: 413 })
    expect(read).toBeLessThan(10)
    expect(await post(large)).toMatchObject({ status: 413 })
  })
})

test("notifications, and answers to what was never asked, are heard", async () => {
  const heard = { status: 202, body: null }
  expect(await send({ jsonrpc: "2.0", method: "notifications/initialized" })).toEqual(heard)
  expect(await send({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } })).toEqual(heard)
  expect(await send({ jsonrpc: "2.0", id: 1, result: {} })).toEqual(heard)
})

test("a paid tool that is called as a notification buys nothing", async () => {
  dispatch.mockClear()
  const params = { name: "signal", arguments: { coin: "BTC" }, _meta: { "x402/payment": {} } }
  expect(await send({ jsonrpc: "2.0", method: "tools/call", params })).toEqual({ status: 202, body: null })
  expect(dispatch).not.toHaveBeenCalled()
})

test.each(["resources/list", "prompts/list", "__proto__", "constructor", ""])("%j is no method", async (method) => {
  expect(await ask(method)).toMatchObject({ status: 200, body: { id: 1, error: { code: -32_601 } } })
})

test.each([
  ["no name", {}],
  ["a name that is no text", { name: 7 }],
  ["a tool that is not there", { name: "toString" }],
  ["arguments in a list", { name: "signal", arguments: ["BTC"] }],
  ["a _meta that is no object", { name: "signal", _meta: "x402/payment" }],
])("a call with %s is refused, and no route is asked", async (_, params) => {
  dispatch.mockClear()
  expect(await ask("tools/call", params)).toMatchObject({ status: 200, body: { id: 1, error: { code: -32_602 } } })
  expect(dispatch).not.toHaveBeenCalled()
})

describe("batches", () => {
  test("are answered where the version has them, message by message", async () => {
    const batch = [ping, { jsonrpc: "2.0", method: "notifications/initialized" }, 7, { ...ping, id: 2, method: "no" }]
    for (const headers of [{}, { "mcp-protocol-version": "2025-03-26" }]) {
      const { status, body } = await send(batch, headers)
      expect([status, body]).toMatchObject([
        200,
        [
          { id: "a", result: {} },
          { id: null, error: { code: -32_600 } },
          { id: 2, error: { code: -32_601 } },
        ],
      ])
    }
  })

  test("hand out what was bought before a message that cannot be asked, or breaks", async () => {
    const call = (id: number, coin: string) => {
      return { jsonrpc: "2.0", id, method: "tools/call", params: { name: "signal", arguments: { coin } } }
    }
    const fault = new Error("out of memory")
    dispatch.mockImplementationOnce(() => Promise.resolve(Response.json({ coin: "BTC" })))
    dispatch.mockImplementationOnce(() => Promise.reject(fault))
    expect(await send([call(1, "BTC"), call(2, "\ud800"), call(3, "ETH"), call(4, "SOL")])).toMatchObject({
      status: 200,
      body: [
        { id: 1, result: { content: [{ text: '{"coin":"BTC"}' }] } },
        { id: 2, result: { isError: true } },
        { id: 3, error: { code: -32_603 } },
        { id: 4, result: { content: [{ text: '{"coin":"BTC"}' }] } },
      ],
    })
    expect(onFault.mock.calls).toEqual([[fault]])
  })

  test("have an end, and none where the version has none", async () => {
    expect(await send(Array.from({ length: 21 }, () => ping))).toMatchObject({ status: 400 })
    expect(await send([ping], { "mcp-protocol-version": "2025-06-18" })).toMatchObject({ status: 400 })
    expect(await send([{ jsonrpc: "2.0", method: "notifications/initialized" }])).toEqual({ status: 202, body: null })
  })
})

test("whatever is sent is answered in the words of JSON-RPC", async () => {
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
      expect([200, 202, 400]).toContain(status)
      for (const answer of body === null ? [] : [body].flat()) expect(answer).toHaveProperty("jsonrpc", "2.0")
    }),
    { numRuns: 3_000 },
  )
})
