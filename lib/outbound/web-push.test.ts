import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { createPublicPost } from "./public-post"
import { encryptPush, pushEndpointError, pushKeysError, sendPush, vapidAuthorization, vapidPublicKey } from "./web-push"

const NOW_MS = 1_795_176_012_000
const vapid = { privateKey: `0x${"11".repeat(32)}`, subject: "mailto:ops@example.com" } as const
const servers: Server[] = []
const post = createPublicPost()

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** RFC 8291, appendix A. */
const rfc = {
  text: "When I grow up, I want to be a watermelon",
  p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
  auth: "BTBZMqHH6r4Tts7J_aSIgg",
  salt: "DGv6ra1nlYgDCS1FRnbzlw",
  privateKey: "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw",
  message:
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
}

const bytes = (text: string) => Buffer.from(text, "base64url")

test("encryptPush() produces the example of RFC 8291, appendix A", () => {
  const message = encryptPush(rfc.text, rfc, bytes(rfc.salt), bytes(rfc.privateKey))
  expect(message.toString("base64url")).toBe(rfc.message)
})

test("a p256dh key that is not a point of the curve is rejected", () => {
  expect(pushKeysError(rfc)).toBeNull()
  expect(pushKeysError({ ...rfc, p256dh: `A${rfc.p256dh.slice(1)}` })).not.toBeNull()
})

test("the VAPID authorization is a token for the push service, signed with the key in its k parameter", () => {
  const text = vapidAuthorization(vapid, "https://push.example.com/x/y", NOW_MS)
  const [, head = "", claims = "", signature = "", key] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(text) ?? []
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: "https://push.example.com",
    exp: NOW_MS / 1_000 + 43_200,
    sub: "mailto:ops@example.com",
  })
  expect(key).toBe(vapidPublicKey(vapid.privateKey))
  const point = bytes(key ?? "")
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")]
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" })
  const signed = Buffer.from(`${head}.${claims}`)
  const isSigned = (by: Buffer) => verify("sha256", by, { key: publicKey, dsaEncoding: "ieee-p1363" }, bytes(signature))
  expect(isSigned(signed)).toBe(true)
  expect(isSigned(Buffer.from(`${head}x.${claims}`))).toBe(false)
})

type Received = { readonly headers: IncomingHttpHeaders; readonly body: Buffer }

async function pushService(status: number, received: Received[]): Promise<string> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on("data", (part: Buffer) => void parts.push(part))
    request.on("end", () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(status, { "retry-after": "120" }).end()
    })
  }).listen(0, "127.0.0.1")
  servers.push(server)
  await once(server, "listening")
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/push/1`
}

test("the subscribed browser can decrypt the message, and the body has no plain text", async () => {
  const browser = createECDH("prime256v1")
  const p256dh = browser.generateKeys("base64url")
  const received: Received[] = []
  const endpoint = await pushService(201, received)
  const push = { endpoint, p256dh, auth: rfc.auth, text: '{"title":"BTC is above $1"}', vapid, nowMs: NOW_MS }
  expect(await sendPush(push, { post, local: [endpoint] })).toBeNull()
  const [{ headers, body } = { headers: {}, body: Buffer.alloc(0) }] = received
  expect(headers).toMatchObject({ "content-encoding": "aes128gcm", ttl: "21600", urgency: "high" })
  expect(headers.authorization).toMatch(/^vapid t=/)
  expect(body.toString("latin1")).not.toContain("BTC")
  const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)]
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), bytes(p256dh), sender])
  const material = Buffer.from(hkdfSync("sha256", browser.computeSecret(sender), bytes(rfc.auth), info, 32))
  const derive = (name: string, length: number) => Buffer.from(hkdfSync("sha256", material, salt, `${name}\0`, length))
  const cipher = createDecipheriv(
    "aes-128-gcm",
    derive("Content-Encoding: aes128gcm", 16),
    derive("Content-Encoding: nonce", 12),
  )
  cipher.setAuthTag(body.subarray(-16))
  const text = Buffer.concat([cipher.update(body.subarray(86, -16)), cipher.final()])
  expect(text.toString()).toBe(`${push.text}\u0002`)
})

test.each([
  [410, { reason: "The push service answered 410.", isFinal: true, retryAfterMs: 120_000 }],
  [429, { reason: "The push service answered 429.", isFinal: false, retryAfterMs: 120_000 }],
])("status %i of the push service is a failed delivery", async (status, expected) => {
  const endpoint = await pushService(status, [])
  const push = { endpoint, p256dh: rfc.p256dh, auth: rfc.auth, text: "{}", vapid, nowMs: NOW_MS }
  expect(await sendPush(push, { post, local: [endpoint] })).toEqual(expected)
})

test("sendPush() rejects an endpoint that is not public", async () => {
  const push = { p256dh: rfc.p256dh, auth: rfc.auth, text: "{}", vapid, nowMs: NOW_MS }
  expect(await sendPush({ ...push, endpoint: "http://127.0.0.1:1/x" }, { post, local: [] })).toMatchObject({
    isFinal: true,
  })
  expect(await sendPush({ ...push, endpoint: "https://10.0.0.1/x" }, { post, local: [] })).toMatchObject({
    isFinal: true,
  })
})

test.each([
  ["https://fcm.googleapis.com/fcm/send/abc", true],
  ["https://updates.push.services.mozilla.com/wpush/v2/abc", true],
  ["https://wns2-par02p.notify.windows.com/w/?token=abc", true],
  ["https://web.push.apple.com/abc", true],
  ["https://push.example.com/abc", false],
  ["https://fcm.googleapis.com.example.com/abc", false],
  ["https://evilpush.apple.com.example.com/", false],
  ["https://notpush.apple.com/", false],
])("%s is the push service of a browser: %s", (endpoint, expected) => {
  expect(pushEndpointError(endpoint, []) === null).toBe(expected)
})
