import { once } from "node:events"
import { createServer, type IncomingMessage, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { gunzipSync } from "node:zlib"
import { afterEach, expect, test } from "vitest"
import { catalogue } from "@/lib/endpoints/catalogue"
import { fillPath, underApi } from "@/lib/api/contract"
import type { Route, RouteHandler, RouteOptions } from "@/lib/server/http/route"
import securityHeaders from "@/lib/server/http/security-headers.json"
import { type ApiRoutes, createFastPath } from "./fast-path"

const ORIGIN = "https://signal.example"
const ROUTE_OPTIONS: RouteOptions = {
  origin: "https://signal402.example",
  newRequestId: () => "request-1",
  log: () => undefined,
  now: () => 0,
}
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** Routes that answer with their id, the request's URL and its path parameters. */
function routesWithText(text = ""): ApiRoutes {
  const entries = catalogue.map(({ id }) => {
    const handler: RouteHandler = async (asked, { params }) =>
      new Response(
        asked.method === "HEAD" ? null : JSON.stringify({ id, url: asked.url, params: await params, text }),
        {
          headers: { "Content-Type": "application/json", "X-Paid-With": asked.headers.get("x-payment") ?? "nothing" },
        },
      )
    const route: Route = {
      GET: handler,
      HEAD: handler,
      OPTIONS: handler,
      POST: handler,
      PUT: handler,
      PATCH: handler,
      DELETE: handler,
    }
    return [id, route] as const
  })
  return Object.fromEntries(entries) as ApiRoutes
}

async function open(routes = routesWithText(), faults: unknown[] = []): Promise<Server> {
  const fastPath = createFastPath({
    clientHeader: null,
    routes,
    origin: ORIGIN,
    routeOptions: () => ROUTE_OPTIONS,
    onError: (cause) => faults.push(cause),
  })
  const server = createServer((asked, reply) => {
    if (!fastPath(asked, reply)) reply.end("left to Next")
  }).listen(0, "127.0.0.1")
  servers.push(server)
  await once(server, "listening")
  return server
}

type RequestOptions = { readonly method?: string; readonly headers?: Readonly<Record<string, string>> }

/** Sends `path` unchanged. */
async function ask(server: Server, path: string, { method = "GET", headers = {} }: RequestOptions = {}) {
  const { port } = server.address() as AddressInfo
  const sent = request({ port, host: "127.0.0.1", path, method, headers, agent: false }).end()
  const [reply] = (await once(sent, "response")) as [IncomingMessage]
  const parts: Buffer[] = []
  for await (const part of reply) parts.push(part as Buffer)
  return { status: reply.statusCode, headers: reply.headers, body: Buffer.concat(parts) }
}

const parsed = (body: Buffer): unknown => JSON.parse(body.toString())

test("every contract's path is routed, with and without /api", async () => {
  const server = await open()
  for (const { id, path, exampleParams, pathParams } of catalogue) {
    const filled = fillPath(path, exampleParams)
    const names = Object.keys(pathParams.shape)
    const params = Object.fromEntries(names.map((name) => [name, exampleParams[name]]))
    for (const way of [underApi(filled), filled]) {
      const { status, body } = await ask(server, `${way}?a=b?c&a=d`)
      expect(status, way).toBe(200)
      const url = `${ORIGIN}${underApi(filled)}?a=b?c&a=d`
      expect(parsed(body), way).toEqual({ id, url, text: "", ...(names.length > 0 && { params }) })
    }
  }
})

test("other spellings of a path, and OPTIONS, are left to Next.js", async () => {
  const server = await open()
  for (const path of [
    "/api/signal/BTC/",
    "/api/signal/B%54C",
    "/api/signal/BTC/x",
    "//api/regime",
    "/api//regime",
    "/api/./regime",
    "/api/regime/../events",
    "/api/openapi.json",
    "/api/sandbox/rpc",
    "/apiregime",
    "/coins/btc",
    "/mcp",
  ]) {
    expect(String((await ask(server, path)).body), path).toBe("left to Next")
  }
  expect(String((await ask(server, "/api/regime", { method: "OPTIONS" })).body)).toBe("left to Next")
  for (const method of ["POST", "PUT", "DELETE"]) {
    expect(parsed((await ask(server, "/api/regime", { method })).body), method).toMatchObject({ id: "regime" })
  }
})

test("requests for HTML and for parts of pages are left to Next.js", async () => {
  const server = await open()
  const forPage = [{ accept: "text/html" }, { rsc: "1" }]
  for (const headers of forPage) {
    expect(String((await ask(server, "/regime", { headers })).body)).toBe("left to Next")
    expect(parsed((await ask(server, "/api/regime", { headers })).body)).toMatchObject({ id: "regime" })
  }
  const buying = { accept: "text/html", "x-payment": "proof" }
  expect(
    (await ask(server, "/regime", { headers: buying })).headers["x-paid-with"],
    "a request with a payment gets no page",
  ).toBe("proof")
})

test("an answer has its own headers, each common header once, and Content-Length", async () => {
  const server = await open()
  const { headers, body } = await ask(server, "/api/regime")
  expect(headers["content-type"]).toBe("application/json")
  expect(headers["content-length"]).toBe(String(body.length))
  for (const [name, value] of Object.entries(securityHeaders)) expect(headers[name.toLowerCase()], name).toBe(value)
})

test("a HEAD answer has no body", async () => {
  const server = await open()
  const { status, body, headers } = await ask(server, "/api/signal/BTC", { method: "HEAD" })
  expect([status, body.length, headers["x-paid-with"]]).toEqual([200, 0, "nothing"])
})

test("a long answer is compressed for clients that accept it, and varies by Accept-Encoding", async () => {
  const server = await open(routesWithText("x".repeat(5_000)))
  const packed = await ask(server, "/api/regime", { headers: { "accept-encoding": "gzip, deflate, br" } })
  expect(packed.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" })
  expect(packed.headers["content-length"]).toBe(String(packed.body.length))
  const plain = await ask(server, "/api/regime", { headers: { "accept-encoding": "br, gzip;q=0" } })
  expect(plain.headers["content-encoding"]).toBeUndefined()
  expect(plain.headers["vary"]).toBe("Accept-Encoding")
  expect(gunzipSync(packed.body).equals(plain.body)).toBe(true)
  const short = await ask(await open(), "/api/regime", { headers: { "accept-encoding": "gzip" } })
  expect([short.headers["content-encoding"], short.headers["vary"]]).toEqual([undefined, "Accept-Encoding"])
})

test("a handler that throws closes the connection and is reported", async () => {
  const faults: unknown[] = []
  const regime: RouteHandler = () => Promise.reject(new Error("broken"))
  const routes = routesWithText()
  const server = await open({ ...routes, regime: { ...routes.regime, GET: regime } }, faults)
  await expect(ask(server, "/api/regime")).rejects.toThrow(/hang up|ECONNRESET/)
  expect(faults).toEqual([new Error("broken")])
  expect((await ask(server, "/api/events")).status).toBe(200)
})
