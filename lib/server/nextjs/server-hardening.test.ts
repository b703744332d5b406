import { once } from "node:events"
import { createServer, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { afterEach, expect, test } from "vitest"
import { configureServer } from "./server-listeners"

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A server like that of Next.js. Its upgrade listener sends no response and leaves the socket open. */
async function openServer(
  answer: (response: ServerResponse) => void = (response) => void response.end("page"),
  silence?: Parameters<typeof configureServer>[2],
): Promise<Server> {
  const server = createServer((_, response) => answer(response))
  server.on("upgrade", () => undefined)
  configureServer(server, () => false, silence)
  server.listen(0, "127.0.0.1")
  servers.push(server)
  await once(server, "listening")
  return server
}

function open(server: Server): Socket {
  const { port } = server.address() as AddressInfo
  return connect(port, "127.0.0.1")
}

async function exchange(server: Server, request: string): Promise<string> {
  const socket = open(server)
  socket.end(request)
  const parts: Buffer[] = []
  for await (const part of socket) parts.push(part as Buffer)
  return Buffer.concat(parts).toString()
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })
}

test.each(["websocket", "h2c"])("a request with Upgrade: %s receives a plain HTTP response", async (protocol) => {
  const server = await openServer()
  const request = `GET //x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: ${protocol}\r\n\r\n`
  expect(await exchange(server, request)).toMatch(/^HTTP\/1\.1 200 OK[\s\S]*page$/)
})

test("200 upgrade requests leave no open socket", async () => {
  const server = await openServer()
  const request = "GET //x HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n"
  await Promise.all(Array.from({ length: 200 }, () => exchange(server, request)))
  expect(await connectionsOf(server)).toBe(0)
})

test("a half-open socket closes after its response", async () => {
  const server = await openServer()
  expect(await exchange(server, "GET / HTTP/1.1\r\nHost: a\r\n\r\n")).toContain("page")
  expect(await connectionsOf(server)).toBe(0)
})

test("CONNECT closes the connection", async () => {
  const server = await openServer()
  expect(await exchange(server, "CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n")).toBe("")
})

test("the server has timeouts for headers, requests and idle sockets", async () => {
  const server = await openServer()
  expect(server.headersTimeout).toBeLessThanOrEqual(20_000)
  expect(server.requestTimeout).toBeLessThanOrEqual(60_000)
  expect(server.timeout).toBe(30_000)
})

/** Waits until the server has no connection, and returns what the client had received by then. */
async function closedBy(server: Server, request: string, isReading: boolean): Promise<number> {
  const socket = open(server)
  socket.on("error", () => undefined)
  let received = 0
  socket.on("data", (part: Buffer) => (received += part.length))
  if (!isReading) socket.pause()
  socket.write(request)
  await expect.poll(() => connectionsOf(server)).toBe(1)
  await expect.poll(() => connectionsOf(server)).toBe(0)
  socket.destroy()
  return received
}

const GET = "GET / HTTP/1.1\r\nHost: a\r\n\r\n"

test("a client that reads nothing of a page is disconnected, also when Next.js writes the page", async () => {
  const page = "x".repeat(20_000_000)
  const server = await openServer((response) => void response.end(page), { stalledMs: 100, answerMs: 60_000 })
  expect(await closedBy(server, GET, false)).toBe(0)
})

test("an answer that is being computed for longer than the stall limit is delivered", async () => {
  const server = await openServer((response) => void setTimeout(() => response.end("page"), 500), {
    stalledMs: 100,
    answerMs: 60_000,
  })
  const { port } = server.address() as AddressInfo
  expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe("page")
})

test("a connection whose answer never comes ends after the answer limit", async () => {
  const server = await openServer(() => undefined, { stalledMs: 50, answerMs: 100 })
  expect(await closedBy(server, GET, true)).toBe(0)
})

test("Expect: 100-continue receives 100, except when the request is rejected with 413", async () => {
  const server = createServer((_, response) => void response.end("page"))
  configureServer(server, ({ headers }, response) => {
    if (Number(headers["content-length"]) <= 10) return false
    response.writeHead(413, { connection: "close" }).end()
    return true
  })
  server.listen(0, "127.0.0.1")
  servers.push(server)
  await once(server, "listening")
  const head = (length: number) =>
    `POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: ${length}\r\nConnection: close\r\n\r\n`
  expect(await exchange(server, `${head(2)}ab`)).toMatch(/^HTTP\/1\.1 100 Continue[\s\S]*page/)
  const refused = await exchange(server, head(11))
  expect(refused).toMatch(/^HTTP\/1\.1 413/)
  expect(refused).not.toContain("100 Continue")
})
