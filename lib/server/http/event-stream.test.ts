import { once } from "node:events"
import { createServer, type IncomingMessage, request, type Server } from "node:http"
import { connect, type AddressInfo } from "node:net"
import { afterEach, expect, test, vi } from "vitest"
import { createEventBroadcast, eventStreamResponse, eventText } from "./event-stream"
import { sendResponse } from "./fast-path/send-response"

const LIMITS = { maxClients: 2, maxPerAddress: 2, minAgeMs: 10_000, maxQueuedBytes: 1_000, maxAgeMs: 60_000 }
const event = { event: "version", id: "7", data: { resource: "/regime" } }
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function serve(broadcast: ReturnType<typeof createEventBroadcast>): Promise<number> {
  const server = createServer((_, outgoing) => {
    const response = eventStreamResponse(broadcast.open(null).body, "request-1")
    void sendResponse(response, { outgoing, acceptEncoding: "gzip, br" })
  }).listen(0, "127.0.0.1")
  servers.push(server)
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

async function textOf(body: ReadableStream<Uint8Array>): Promise<string> {
  return new Response(body).text()
}

test("an event has the wire format of server-sent events", () => {
  expect(eventText(event)).toBe('event: version\nid: 7\ndata: {"resource":"/regime"}\n\n')
  expect(eventText({ event: "heartbeat", data: 1 })).toBe("event: heartbeat\ndata: 1\n\n")
})

test("a broadcast event reaches every client, and a client's own event only that client", async () => {
  const broadcast = createEventBroadcast(LIMITS, () => 0)
  const [first, second] = [broadcast.open(null), broadcast.open(null)]
  broadcast.send(event)
  first.send({ event: "heartbeat", data: 1 })
  broadcast.close()
  expect(await textOf(first.body)).toContain(`${eventText(event)}event: heartbeat`)
  expect(await textOf(second.body)).toBe(`retry: 3000\n\n${eventText(event)}`)
})

test("a stream beyond the limit is refused until another closes", async () => {
  const broadcast = createEventBroadcast(LIMITS, () => 0)
  const first = broadcast.open(null)
  broadcast.open(null)
  expect(() => broadcast.open(null)).toThrow("Too many streams are open")
  await first.body.cancel()
  expect(broadcast.size()).toBe(1)
  broadcast.open(null)
})

test("one client address has a limit of its own, and an unknown address has none", async () => {
  const broadcast = createEventBroadcast({ ...LIMITS, maxClients: 9 }, () => 0)
  const first = broadcast.open("203.0.113.7")
  broadcast.open("203.0.113.7")
  expect(() => broadcast.open("203.0.113.7")).toThrow("Too many streams are open")
  for (let opened = 0; opened < 4; opened += 1) broadcast.open(null)
  broadcast.open("203.0.113.8")
  await first.body.cancel()
  broadcast.open("203.0.113.7")
})

test("when all places are taken, the oldest stream gives its place after its minimum age", async () => {
  let nowMs = 0
  const broadcast = createEventBroadcast(LIMITS, () => nowMs)
  const oldest = broadcast.open(null)
  nowMs = 5_000
  broadcast.open(null)
  nowMs = LIMITS.minAgeMs
  broadcast.open("203.0.113.7")
  expect(await textOf(oldest.body)).toBe("retry: 3000\n\n")
  expect(() => broadcast.open(null)).toThrow("Too many streams are open")
})

test("a client whose queue exceeds the limit is disconnected, and the others are not", async () => {
  const broadcast = createEventBroadcast(LIMITS, () => 0)
  const slow = broadcast.open(null)
  const reader = broadcast.open(null).body.getReader()
  const long = { event: "call", data: "x".repeat(400) }
  for (let sent = 0; sent < 5; sent += 1) {
    broadcast.send(long)
    await reader.read()
  }
  expect(broadcast.size()).toBe(1)
  expect((await textOf(slow.body)).length).toBeLessThan(LIMITS.maxQueuedBytes + 500)
})

test("a stream ends after its maximum age", async () => {
  let nowMs = 0
  const broadcast = createEventBroadcast(LIMITS, () => nowMs)
  const { body } = broadcast.open(null)
  nowMs = LIMITS.maxAgeMs - 1
  broadcast.endOld()
  expect(broadcast.size()).toBe(1)
  nowMs += 1
  broadcast.endOld()
  expect(await textOf(body)).toBe("retry: 3000\n\n")
})

test("over HTTP events arrive at once, uncompressed, and a disconnected client is removed", async () => {
  const broadcast = createEventBroadcast(LIMITS, () => 0)
  const sent = request({ port: await serve(broadcast), host: "127.0.0.1" }).end()
  const [incoming] = (await once(sent, "response")) as [IncomingMessage]
  expect(incoming.headers).toMatchObject({ "content-type": "text/event-stream", "x-accel-buffering": "no" })
  expect(incoming.headers["content-encoding"]).toBeUndefined()
  let text = ""
  incoming.on("data", (part: Buffer) => (text += part.toString()))
  incoming.on("error", () => undefined)
  broadcast.send(event)
  await vi.waitFor(() => expect(text).toContain(eventText(event)))
  sent.destroy()
  await vi.waitFor(() => expect(broadcast.size()).toBe(0))
})

test("a client that does not read is disconnected over HTTP", async () => {
  const broadcast = createEventBroadcast({ ...LIMITS, maxQueuedBytes: 20_000 }, () => 0)
  const socket = connect(await serve(broadcast), "127.0.0.1").pause()
  socket.on("error", () => undefined)
  socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
  await vi.waitFor(() => expect(broadcast.size()).toBe(1))
  const long = { event: "call", data: "x".repeat(10_000) }
  await vi.waitFor(
    () => {
      for (let sent = 0; sent < 100 && broadcast.size() > 0; sent += 1) broadcast.send(long)
      expect(broadcast.size()).toBe(0)
    },
    { timeout: 10_000, interval: 1 },
  )
  socket.destroy()
})
