import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { afterEach, expect, test } from "vitest"
import { catalogue } from "@/lib/endpoints/catalogue"
import { Problem } from "@/lib/api/problem"
import { getRoute, jsonResponse, type RouteOptions } from "@/lib/server/http/route"
import { type ApiRoutes, createFastPath } from "./fast-path"

const servers: Server[] = []
const logged: Parameters<RouteOptions["log"]>[0][] = []
const OPTIONS: RouteOptions = {
  origin: "https://signal402.example",
  newRequestId: () => "request-1",
  log: (facts) => void logged.push(facts),
  now: () => 0,
}

afterEach(() => {
  logged.length = 0
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function openServer(): Promise<Server> {
  const entries = catalogue.map(({ id }) => {
    const get = (request: Request, _: unknown, requestId: string) =>
      Promise.resolve(jsonResponse({ id, url: request.url }, requestId))
    return [id, getRoute(get, get, () => OPTIONS)] as const
  })
  const fastPath = createFastPath({
    clientHeader: null,
    routes: Object.fromEntries(entries) as ApiRoutes,
    origin: "https://signal402.example",
    routeOptions: () => OPTIONS,
    onError: () => undefined,
  })
  const server = createServer((request, response) => {
    if (!fastPath(request, response)) response.end(`next ${request.method} ${request.url}`)
  }).listen(0, "127.0.0.1")
  servers.push(server)
  await once(server, "listening")
  return server
}

/** Sends the text unchanged, and reads until the server closes the connection. */
async function exchange(server: Server, request: string): Promise<{ readonly head: string; readonly body: string }> {
  const { port } = server.address() as AddressInfo
  const socket = connect(port, "127.0.0.1")
  socket.end(request)
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  const [head = "", body = ""] = Buffer.concat(parts).toString().split("\r\n\r\n")
  return { head: head.toLowerCase(), body }
}

const get = (target: string, extra = "") => `GET ${target} HTTP/1.1\r\nHost: evil.example\r\n${extra}\r\n`

test.each([
  ["http://evil.example/api/signal/BTC?x=1", "https://signal402.example/api/signal/BTC?x=1"],
  ["https://signal402.example/api/health", "https://signal402.example/api/health"],
])("an absolute-form target %s is served by its path", async (target, url) => {
  const { head, body } = await exchange(await openServer(), get(target))
  expect(head).toMatch(/^http\/1\.1 200/)
  expect(JSON.parse(body)).toMatchObject({ url })
})

test("an absolute-form target of a page reaches Next.js as its path, without a foreign host", async () => {
  const { body } = await exchange(await openServer(), get("http://evil.example/arena", "Accept: text/html\r\n"))
  expect(body).toBe("next GET /arena")
})

test.each([
  ["TRACE /api/health", "trace is not supported"],
  ["PROPFIND /", "propfind is not supported"],
  ["OPTIONS *", "options * is not supported"],
  ["POST /", "post is not supported"],
  ["DELETE /arena", "delete is not supported"],
  ["POST /api/health", "post is not supported"],
])("%s is 405 with request id, CORS and Allow, and is not logged as a server error", async (line, detail) => {
  const { head, body } = await exchange(await openServer(), `${line} HTTP/1.1\r\nHost: a\r\n\r\n`)
  expect(head).toMatch(/^http\/1\.1 405/)
  for (const header of ["allow: get", "x-request-id: request-1", "access-control-allow-origin: *", "x-frame-options"]) {
    expect(head).toContain(header)
  }
  const problem = Problem.parse(JSON.parse(body))
  expect(problem.detail.toLowerCase()).toContain(detail)
  expect(logged.map(({ status }) => status)).toEqual([405])
})

test("a body above the limit is refused with 413 without being read, and the connection closes", async () => {
  const request = "POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 10000000\r\n\r\n"
  const { head, body } = await exchange(await openServer(), request)
  expect(head).toMatch(/^http\/1\.1 413/)
  expect(head).toContain("connection: close")
  expect(Problem.parse(JSON.parse(body)).code).toBe("payload_too_large")
})

test("a chunked body for a page is refused before it is read", async () => {
  const request = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
  const { head } = await exchange(await openServer(), request)
  expect(head).toMatch(/^http\/1\.1 405/)
  expect(head).toContain("connection: close")
})

test.each(["/API/signal/BTC", "/Api", "/mcp/.well-known/oauth-protected-resource", "/MCP"])(
  "%s is 404 in JSON for a program and a page for a browser",
  async (path) => {
    const server = await openServer()
    const { head, body } = await exchange(server, get(path))
    expect(head).toMatch(/^http\/1\.1 404/)
    expect(Problem.parse(JSON.parse(body)).code).toBe("not_found")
    const page = await exchange(server, get(path, "Accept: text/html\r\n"))
    expect(page.body).toBe(`next GET ${path}`)
  },
)
