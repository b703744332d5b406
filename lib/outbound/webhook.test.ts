import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import {
  isPublicAddress,
  publicLookup,
  resolvedTargetError,
  sendWebhook,
  targetError,
  webhookSignature,
} from "./webhook"

const NOW_MS = 1_795_176_012_000
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

test.each([
  "http://hooks.example.com/a",
  "https://127.0.0.1/a",
  "https://[::1]/a",
  "https://2130706433/a",
  "https://0x7f.1/a",
  "https://localhost/a",
  "https://printer.local/a",
  "https://metadata.google.internal/a",
  "https://user:secret@hooks.example.com/a",
  "https://hooks.example.com:8443/a",
  "ftp://hooks.example.com/a",
  "hooks.example.com",
  `https://hooks.example.com/${"a".repeat(500)}`,
])("%s is refused", (target) => expect(targetError(target)).not.toBeNull())

test("a public https host is accepted, and a local target only by its exact address", () => {
  expect(targetError("https://hooks.example.com/a?b=c")).toBeNull()
  const local = ["http://localhost:3402/api/sandbox/alerts"]
  expect(targetError("http://localhost:3402/api/sandbox/alerts", local)).toBeNull()
  expect(targetError("http://localhost:3402/api/sandbox/rpc", local)).not.toBeNull()
})

test.each([
  ["8.8.8.8", true],
  ["2606:4700::1111", true],
  ["10.0.0.1", false],
  ["172.16.0.1", false],
  ["192.168.1.1", false],
  ["127.0.0.1", false],
  ["169.254.169.254", false],
  ["100.64.0.1", false],
  ["0.0.0.0", false],
  ["224.0.0.1", false],
  ["::1", false],
  ["::ffff:10.0.0.1", false],
  ["fd00::1", false],
  ["fe80::1", false],
  ["64:ff9b::7f00:1", false],
  ["nothing", false],
])("%s is public: %s", (address, expected) => expect(isPublicAddress(address)).toBe(expected))

test("a host that resolves to this machine is refused when bought and when connected to", async () => {
  expect(await resolvedTargetError("https://localhost/a")).toBe("must resolve to public addresses")
  const refused = await new Promise((resolve) => publicLookup("localhost", {}, resolve))
  expect(refused).toBeInstanceOf(Error)
})

type Received = { readonly headers: IncomingHttpHeaders; readonly body: string }

async function receiver(status: number, received: Received[]): Promise<string> {
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (part: Buffer) => (body += part.toString()))
    request.on("end", () => {
      received.push({ headers: request.headers, body })
      response.writeHead(status, { location: "http://localhost:1/" }).end("ok")
    })
  }).listen(0, "127.0.0.1")
  servers.push(server)
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
}

test("the body arrives with its id and a signature over time, id and body", async () => {
  const received: Received[] = []
  const target = await receiver(204, received)
  const webhook = { target, id: "a-1", body: '{"x":1}', secret: "secret", nowMs: NOW_MS }
  expect(await sendWebhook(webhook, [target])).toBeNull()
  expect(received[0]?.body).toBe('{"x":1}')
  expect(received[0]?.headers).toMatchObject({
    "x-signal402-id": "a-1",
    "x-signal402-signature": webhookSignature(webhook),
  })
  expect(webhookSignature(webhook)).toMatch(/^t=1795176012,v1=[0-9a-f]{64}$/)
  for (const other of [{ id: "a-2" }, { body: "{}" }, { secret: "other" }, { nowMs: NOW_MS + 1_000 }]) {
    expect(webhookSignature({ ...webhook, ...other })).not.toBe(webhookSignature(webhook))
  }
})

test("redirects, errors and refused connections are failures, and redirects are not followed", async () => {
  const received: Received[] = []
  const webhook = { id: "a-1", body: "{}", secret: "secret", nowMs: NOW_MS }
  for (const status of [302, 500]) {
    const target = await receiver(status, received)
    expect(await sendWebhook({ ...webhook, target }, [target])).toBe(`The receiver answered ${status}.`)
  }
  expect(received).toHaveLength(2)
  const closed = "http://127.0.0.1:1/hook"
  expect(await sendWebhook({ ...webhook, target: closed }, [closed])).toMatch(/^No answer/)
  expect(await sendWebhook({ ...webhook, target: closed })).toBe("The target must begin with https://.")
})
