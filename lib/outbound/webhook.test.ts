import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { createPublicPost, type PublicPost } from "./public-post"
import { webhookFormError } from "@/lib/domain/alerts/webhook-url"
import { sendWebhook, webhookConsentError, webhookSignature } from "./webhook"

const NOW_MS = 1_795_176_012_000
const servers: Server[] = []
const post = createPublicPost()

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
  const webhook = { target, id: "a-1", body: '{"x":1}', text: "x", secret: "secret", nowMs: NOW_MS }
  expect(await sendWebhook(webhook, { post, local: [target] })).toBeNull()
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
  const webhook = { id: "a-1", body: "{}", text: "x", secret: "secret", nowMs: NOW_MS }
  for (const status of [302, 500]) {
    const target = await receiver(status, received)
    expect(await sendWebhook({ ...webhook, target }, { post, local: [target] })).toEqual({
      reason: `The receiver answered ${status}.`,
    })
  }
  expect(received).toHaveLength(2)
  const closed = "http://127.0.0.1:1/hook"
  expect(await sendWebhook({ ...webhook, target: closed }, { post, local: [closed] })).toEqual({
    reason: expect.stringMatching(/^No answer/),
  })
  expect(await sendWebhook({ ...webhook, target: closed }, { post, local: [] })).toEqual({
    reason: "The target must begin with https://.",
    isFinal: true,
  })
})

test.each([400, 404, 410])("status %i is final", async (status) => {
  const target = await receiver(status, [])
  const webhook = { target, id: "a-1", body: "{}", text: "x", secret: "secret", nowMs: NOW_MS }
  expect(await sendWebhook(webhook, { post, local: [target] })).toEqual({
    reason: `The receiver answered ${status}.`,
    isFinal: true,
  })
})

/** Records what is sent, and answers as told. */
function recorder(answer: (body: string) => { readonly status: number; readonly text: string }) {
  const sent: { readonly url: string; readonly body: unknown }[] = []
  const fake: PublicPost = (url, { body }) => {
    sent.push({ url: url.href, body: JSON.parse(body.toString()) as unknown })
    return Promise.resolve({ ...answer(body.toString()), retryAfterMs: null })
  }
  return { sent, outlet: { post: fake, local: [] } }
}

const tokenIn = (body: string) => (JSON.parse(body) as { signal402_challenge: string }).signal402_challenge
const TARGET = "https://hooks.example.com/a"

test.each([
  ["the token as JSON", (body: string) => JSON.stringify({ signal402_challenge: tokenIn(body) }), null],
  ["the token as text", (body: string) => `${tokenIn(body)}\n`, null],
  ["whatever it is sent", (body: string) => body, /something else/],
  [
    "what is called challenge, as servers of Slack events do",
    (body: string) => String((JSON.parse(body) as { challenge?: string }).challenge),
    /something else/,
  ],
  [
    "an object that has what it was sent",
    (body: string) => JSON.stringify({ json: JSON.parse(body) as unknown }),
    /something else/,
  ],
  ["an error with the token in it", (body: string) => `Unknown field ${tokenIn(body)}`, /something else/],
  ["nothing", () => "", /something else/],
])("a receiver that returns %s consents only with the token alone", async (_, text, expected) => {
  const { outlet, sent } = recorder((body) => ({ status: 200, text: text(body) }))
  const error = await webhookConsentError(TARGET, outlet)
  if (expected === null) expect(error).toBeNull()
  else expect(error).toMatch(expected)
  expect(sent).toEqual([
    { url: TARGET, body: { type: "challenge", signal402_challenge: expect.stringMatching(/^[0-9a-f]{32}$/) } },
  ])
})

test("each challenge has a new token, and a status other than 2xx is a refusal", async () => {
  const { outlet, sent } = recorder((body) => ({ status: 401, text: tokenIn(body) }))
  expect(await webhookConsentError(TARGET, outlet)).toMatch(/answered 401/)
  await webhookConsentError(TARGET, outlet)
  expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(2)
})

const DISCORD = "https://discord.com/api/webhooks/1234567890/abc-DEF_123"
const SLACK = "https://hooks.slack.com/services/T0001/B0001/abcDEF123"

test.each([
  [DISCORD, { status: 204, text: "" }, { content: "BTC is above $1", allowed_mentions: { parse: [] } }],
  [SLACK, { status: 200, text: "ok" }, { text: "BTC is above $1" }],
])("%s gets its service's own form, and its documented answer is a delivery", async (target, answer, body) => {
  const { outlet, sent } = recorder(() => answer)
  const webhook = { target, id: "a-1", body: "{}", text: "BTC is above $1", secret: "secret", nowMs: NOW_MS }
  expect(await sendWebhook(webhook, outlet)).toBeNull()
  expect(sent).toEqual([{ url: target, body }])
  expect(await webhookConsentError(target, outlet)).toBeNull()
})

test.each([
  [DISCORD, { status: 404, text: '{"message":"Unknown Webhook","code":10015}' }],
  [SLACK, { status: 404, text: "no_service" }],
  [SLACK, { status: 410, text: "channel_is_archived" }],
  [SLACK, { status: 400, text: "invalid_payload" }],
])("an error of %s is final and a refusal", async (target, answer) => {
  const { outlet } = recorder(() => answer)
  const webhook = { target, id: "a-1", body: "{}", text: "x", secret: "secret", nowMs: NOW_MS }
  expect(await sendWebhook(webhook, outlet)).toMatchObject({ isFinal: true })
  expect(await webhookConsentError(target, outlet)).toMatch(/first message.*answered 4/)
})

test.each([
  ["https://discord.com/api/channels/1/messages", /Discord/],
  ["https://discord.com/api/webhooks/1/abc/slack", /Discord/],
  [`${DISCORD}?x=1`, /Discord/],
  ["https://hooks.slack.com/workflows/T1/A1/1/abc", /Slack/],
  [`${SLACK}?x=1`, /Slack/],
  [DISCORD, null],
  [`${DISCORD}?thread_id=12`, null],
  ["https://ptb.discord.com/api/v10/webhooks/1/abc", /must be a Discord webhook/],
  [SLACK, null],
  ["https://discord.com.example.com/anything", null],
])("the form of %s: %s", (target, expected) => {
  const error = webhookFormError(target, [])
  if (expected === null) expect(error).toBeNull()
  else expect(error).toMatch(expected)
})
