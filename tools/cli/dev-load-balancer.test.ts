import { once } from "node:events"
import { createServer, type IncomingMessage, type Server } from "node:http"
import { afterEach, beforeEach, expect, test } from "vitest"
import { findFreePort } from "@/tools/sandbox/local-port"
import { type LoadBalancer, openLoadBalancer } from "./dev-load-balancer"

let balancer: LoadBalancer
let origin: string
let servers: Server[]
let asked: string[]

/** A server that returns its name and the request's body. */
async function echo(name: string, port: number): Promise<Server> {
  const server = createServer((request, reply) => {
    void read(request).then((body) => {
      asked.push(`${name} ${request.method} ${request.url} ${body}`)
      reply.writeHead(402, { "set-cookie": ["a=1", "b=2"], "x-host": request.headers.host })
      reply.end(`${name}:${body}`)
    })
  }).listen(port, "127.0.0.1")
  await once(server, "listening")
  return server
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts).toString()
}

beforeEach(async () => {
  const [port, one, two] = [await findFreePort(), await findFreePort(), await findFreePort()]
  asked = []
  servers = [await echo("one", one), await echo("two", two)]
  balancer = await openLoadBalancer(port, [one, two])
  origin = `http://127.0.0.1:${port}`
})
afterEach(async () => {
  await balancer.stop()
  for (const server of servers) server.close()
})

async function end(server: Server | undefined): Promise<void> {
  server?.closeAllConnections()
  await new Promise((resolve) => server?.close(resolve))
}

const servedBy = async (path: string, init?: RequestInit) =>
  (await fetch(origin + path, init)).headers.get("x-served-by")

test("processes take turns, and answers are passed on unchanged", async () => {
  expect([await servedBy("/a"), await servedBy("/b"), await servedBy("/c")]).toEqual(["1", "2", "1"])
  const answer = await fetch(`${origin}/d?x=1`)
  expect([answer.status, await answer.text(), answer.headers.getSetCookie()]).toEqual([402, "two:", ["a=1", "b=2"]])
  expect(answer.headers.get("x-host"), "the host that was asked for").toBe(new URL(origin).host)
  expect(asked.at(-1)).toBe("two GET /d?x=1 ")
})

test("the load balancer has its own connection timeout, independent of the servers behind it", async () => {
  expect((await fetch(origin)).headers.get("keep-alive")).toBe("timeout=75")
})

test("paid requests reach all processes, although each purchase has two requests", async () => {
  const paidBy: (string | null)[] = []
  for (let purchase = 0; purchase < 3; purchase++) {
    await servedBy("/quote")
    paidBy.push(await servedBy("/quote", { headers: { "PAYMENT-SIGNATURE": "proof" } }))
  }
  expect(paidBy).toEqual(["1", "2", "1"])
})

test("bodies are passed on, and the sandbox's paths always go to the first process", async () => {
  const init = { method: "POST", body: "drip" }
  expect([await servedBy("/api/sandbox/faucet", init), await servedBy("/api/sandbox/faucet", init)]).toEqual(["1", "1"])
  expect(asked).toEqual(Array(2).fill("one POST /api/sandbox/faucet drip"))
})

test("when a process is down, the request with its body goes to the next process", async () => {
  await end(servers[0])
  const init = { method: "POST", body: "drip" }
  expect([await servedBy("/api/sandbox/faucet", init), await servedBy("/a", init)]).toEqual(["2", "2"])
  const stream = new Blob(["in ", "pieces"]).stream()
  expect(await servedBy("/b", { method: "POST", body: stream, duplex: "half" } as RequestInit)).toBe("2")
  expect(asked).toEqual(["two POST /api/sandbox/faucet drip", "two POST /a drip", "two POST /b in pieces"])
  await end(servers[1])
  expect((await fetch(origin, init)).status).toBe(502)
})

test("a body above the limit is answered 413, and the next request is served", async () => {
  for (const size of [262_145, 3_000_000]) {
    expect((await fetch(origin, { method: "POST", body: "x".repeat(size) })).status).toBe(413)
  }
  expect(asked).toEqual([])
  expect(await servedBy("/a", { method: "POST", body: "x".repeat(262_144) })).toBe("1")
})

test("a process that is down is skipped; without any process the answer is 502", async () => {
  await end(servers[0])
  expect([await servedBy("/a"), await servedBy("/b"), await servedBy("/c")]).toEqual(["2", "2", "2"])
  await end(servers[1])
  expect((await fetch(origin)).status).toBe(502)
})
