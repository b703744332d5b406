import { createHmac } from "node:crypto"
import { recoverMessageAddress } from "viem"
import { expect, test } from "vitest"
import { BuyerError, type PaidResource, readWebhook, type StreamEvent } from "@/clients/typescript/index"
import { decodeSignIn, signInText } from "@/lib/x402/wire/sign-in"
import { webhookConsentError, webhookSignature } from "@/lib/outbound/webhook"
import { createEventBroadcast, eventStreamResponse, EVENT_STREAM_LIMITS } from "@/lib/server/http/event-stream"
import { programs } from "@/tools/testing/docs/programs"
import { newPayer, PRICE, terms } from "@/tools/testing/payments/fixtures"
import { BTC, openService } from "./service"

async function openStream() {
  const service = await openService()
  const broadcast = createEventBroadcast(EVENT_STREAM_LIMITS, () => 0)
  const positions: (string | null)[] = []
  service.routes["/api/stream"] = (request) => {
    positions.push(request.headers.get("Last-Event-ID"))
    return eventStreamResponse(broadcast.open(null).body, "stream")
  }
  const version = (resource: PaidResource, number: number, id = String(number)) =>
    broadcast.send({ event: "version", id, data: { resource, version: number, status: "current" } })
  return Object.assign(service, { broadcast, positions, announce: version })
}

/** The next event besides heartbeats. */
async function next(events: AsyncIterator<StreamEvent>): Promise<StreamEvent> {
  const { value } = await events.next()
  return value as StreamEvent
}

test("the stream connects again after the last event, and ends when it is aborted", async () => {
  const service = await openStream()
  const aborting = new AbortController()
  const events = service.buyer().stream({ signal: aborting.signal })[Symbol.asyncIterator]()
  expect(await next(events)).toMatchObject({ event: "connected" })
  service.announce("/regime", 4, "100")
  expect(await next(events)).toMatchObject({ event: "version", id: "100", data: { resource: "/regime", version: 4 } })
  service.broadcast.close()
  expect(await next(events)).toMatchObject({ event: "connected" })
  expect([service.positions, service.waits]).toEqual([[null, "100"], [3_000]])
  const pending = events.next()
  aborting.abort()
  await expect(pending).rejects.toMatchObject({ code: "aborted", charged: "no" })
})

test("a stream that is refused is opened again after Retry-After, and an unexpected answer ends it", async () => {
  const service = await openStream()
  const open = service.routes["/api/stream"]
  service.routes["/api/stream"] = () => {
    if (open !== undefined) service.routes["/api/stream"] = open
    return new Response("{}", { status: 429, headers: { "Retry-After": "30" } })
  }
  const events = service.buyer().stream()[Symbol.asyncIterator]()
  expect(await next(events)).toMatchObject({ event: "connected" })
  expect(service.waits).toEqual([30_000])
  service.routes["/api/stream"] = () => new Response("", { status: 404 })
  const other = service.buyer().stream()[Symbol.asyncIterator]()
  await expect(other.next()).rejects.toMatchObject({ code: "invalid_response", status: 404 })
})

test("an event that arrives in pieces is one event", async () => {
  const service = await openService()
  const text = `: comment\n\nretry: 3000\r\n\r\nevent: prices\ndata: {"coins":[],\ndata: "timestamp":"é"}\n\n`
  const bytes = [...new TextEncoder().encode(text)]
  service.routes["/api/stream"] = () =>
    new Response(
      new ReadableStream({
        start: (controller) => {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        },
      }),
    )
  const events = service.buyer().stream()[Symbol.asyncIterator]()
  await next(events)
  expect(await next(events)).toEqual({ event: "prices", id: null, data: { coins: [], timestamp: "é" } })
  await events.return?.()
})

test("buyOnChange buys the current version, then each newer one, until the limit of the day", async () => {
  const service = await openStream()
  const bought = service.buyer({ maxPerDay: 2n * PRICE }).buyOnChange(BTC)
  const changes = bought[Symbol.asyncIterator]()
  expect((await changes.next()).value).toMatchObject({ status: "bought", version: 7 })
  const second = changes.next()
  service.announce("/regime", 9)
  service.announce(BTC, 7)
  service.endpoint.entityTag = Promise.resolve('"8-abc"')
  service.version = 8
  service.announce(BTC, 8)
  expect((await second).value).toMatchObject({ version: 8, answer: { serial: 2 } })
  service.version = 9
  const third = changes.next()
  service.announce(BTC, 9)
  await expect(third).rejects.toMatchObject({ code: "day_limit_reached" })
  expect(service.sent).toHaveLength(2)
})

const SECRET = "a01bc9b6f2f54e4c9a0c3b0f7e6d5c4b3a291807f6e5d4c3b2a1908f7e6d5c4b"
const NOW_MS = 1_790_000_000_000
const ALERT = {
  id: "alert-1",
  watch: "watch-1",
  condition: "below:BTC:100000",
  met_at: "2026-09-21T14:13:20.000Z",
  now: { price_usd: 99_990.5, level_usd: 100_000, from_level_percent: -0.01 },
}

/** A webhook as the service signs it. */
function signed(changes: { readonly body?: string; readonly secret?: string } = {}) {
  const body = JSON.stringify(ALERT)
  const id = ALERT.id
  const signature = webhookSignature({ id, body, secret: SECRET, nowMs: NOW_MS })
  const headers = { "X-Signal402-Id": id, "X-Signal402-Signature": signature }
  return { body, headers, secret: SECRET, now: () => NOW_MS, ...changes }
}

test("a signed webhook is read, with headers of a Request and of Node", async () => {
  const input = signed()
  expect(await readWebhook(input)).toEqual({ kind: "alert", alert: ALERT })
  expect(await readWebhook({ ...input, headers: new Headers(input.headers) })).toMatchObject({ kind: "alert" })
  const lower = Object.fromEntries(Object.entries(input.headers).map(([name, value]) => [name.toLowerCase(), value]))
  expect(await readWebhook({ ...input, headers: lower })).toMatchObject({ kind: "alert" })
})

const challengeBody = '{"type":"challenge","signal402_challenge":"abc"}'

test.each([
  ["another body", signed({ body: JSON.stringify({ ...ALERT, condition: "critical" }) })],
  ["another secret", signed({ secret: "0".repeat(64) })],
  ["no secret", signed({ secret: "" })],
  ["another id", { ...signed(), headers: { ...signed().headers, "X-Signal402-Id": "alert-2" } }],
  ["an old signature", { ...signed(), now: () => NOW_MS + 301_000 }],
  ["a signature of the future", { ...signed(), now: () => NOW_MS - 301_000 }],
  ["no signature", { ...signed(), headers: {} }],
  ["no JSON", { ...signed(), body: "x" }],
  ["undefined as its secret", { ...signed(), secret: undefined as never }],
  ["more than 64 kB", signed({ body: " ".repeat(65_537) })],
  ["a long challenge", { ...signed(), headers: {}, body: `${challengeBody}${" ".repeat(1_024)}` }],
  ["a challenge that has a wrong signature", signed({ body: challengeBody })],
])("a webhook with %s is refused", async (_, input) => {
  const error: unknown = await readWebhook(input).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(BuyerError)
  expect(error).toMatchObject({ code: "webhook_invalid" })
})

test("the verifying function of the docs accepts a webhook of the service, and no other", async () => {
  const code = programs.get("verify.mjs") ?? ""
  const { isSigned } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as {
    readonly isSigned: (body: string, headers: Readonly<Record<string, string>>, secret: string) => boolean
  }
  const { body } = signed()
  const nowMs = Date.now()
  const signature = (atMs: number) => webhookSignature({ id: ALERT.id, body, secret: SECRET, nowMs: atMs })
  const headers = { "x-signal402-id": ALERT.id, "x-signal402-signature": signature(nowMs) }
  expect(isSigned(body, headers, SECRET)).toBe(true)
  expect(isSigned(`${body} `, headers, SECRET)).toBe(false)
  expect(isSigned(body, headers, "")).toBe(false)
  expect(isSigned(body, {}, SECRET)).toBe(false)
  expect(isSigned(body, { ...headers, "x-signal402-signature": signature(nowMs - 400_000) }, SECRET)).toBe(false)
})

test("an empty secret is refused also with a matching signature", async () => {
  const text = `1790000000.alert-1.${JSON.stringify(ALERT)}`
  const v1 = createHmac("sha256", "").update(text).digest("hex")
  const headers = { "X-Signal402-Id": "alert-1", "X-Signal402-Signature": `t=1790000000,v1=${v1}` }
  await expect(readWebhook({ ...signed(), headers, secret: "" })).rejects.toMatchObject({ code: "webhook_invalid" })
})

test("the reply to the service's challenge is its consent", async () => {
  const target = "http://127.0.0.1:4020/hook"
  const error = await webhookConsentError(target, {
    local: [target],
    post: async (_, { body, headers }) => {
      const webhook = await readWebhook({ body: String(body), headers: headers ?? {}, secret: "" })
      return { status: 200, text: webhook.kind === "challenge" ? webhook.reply : "", retryAfterMs: null }
    },
  })
  expect(error).toBeNull()
})

test("watches are listed and ended by a sign-in that names the change, and a message for another site is not signed", async () => {
  const service = await openService()
  const signer = newPayer()
  const seen: string[] = []
  let domain = "signal402.example"
  service.routes["/api/alerts"] = async (request) => {
    const uri = request.url
    const sign_in = {
      domain,
      uri,
      version: "1",
      chainId: terms.network,
      type: "eip191",
      nonce: "0f8fad5bd9cb469fa165bd27bd1ad4d6",
      issuedAt: new Date(NOW_MS).toISOString(),
      statement: "List and change the alert watches of this wallet. Nothing is charged.",
    }
    const header = request.headers.get("SIGN-IN-WITH-X")
    const proof = header === null ? null : decodeSignIn(header)
    if (proof === null) return Response.json({ sign_in, refused: null, watches: null })
    const by = await recoverMessageAddress({ message: signInText(proof), signature: proof.signature })
    seen.push(new URL(proof.uri).search)
    return Response.json({ sign_in, refused: null, watches: [{ watch: by }] })
  }
  const { alerts } = service.buyer({ signer })
  expect(await alerts.list()).toEqual([{ watch: signer.address }])
  await alerts.end("watch-1")
  expect(seen).toEqual(["", "?end=watch-1"])
  domain = "evil.example"
  await expect(alerts.list()).rejects.toMatchObject({ code: "invalid_response" })
  const { signMessage: _, ...without } = { ...signer }
  await expect(service.buyer({ signer: without }).alerts.list()).rejects.toThrow(/^signer: /)
})

test("a watch is bought for the signer's wallet", async () => {
  const service = await openService()
  const signer = newPayer()
  let asked = ""
  service.routes["/api/alerts/watch"] = ({ url }) => {
    asked = new URL(url).search
    return Response.json({ code: "invalid_query", detail: "target: x" }, { status: 400 })
  }
  const buying = service
    .buyer({ signer })
    .watch({ conditions: ["direction:BTC", "regime"], target: "https://a.example" })
  await expect(buying).rejects.toMatchObject({ code: "not_charged", reason: "invalid_query", status: 400 })
  expect(Object.fromEntries(new URLSearchParams(asked))).toEqual({
    conditions: "direction:BTC,regime",
    owner: signer.address,
    target: "https://a.example",
  })
})
