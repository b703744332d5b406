import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { sendWebhook, webhookSignature } from "./webhook"

const NOW_MS = 1_795_176_012_000
const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
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

test("a webhook has the body, its id, and a signature of time, id and body", async () => {
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
    expect(await sendWebhook({ ...webhook, target }, [target])).toEqual({ reason: `The receiver answered ${status}.` })
  }
  expect(received).toHaveLength(2)
  const closed = "http://127.0.0.1:1/hook"
  expect(await sendWebhook({ ...webhook, target: closed }, [closed])).toEqual({
    reason: expect.stringMatching(/^No answer/),
  })
  expect(await sendWebhook({ ...webhook, target: closed })).toEqual({
    reason: "The target must begin with https://.",
    isFinal: true,
  })
})
