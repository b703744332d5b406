import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign } from "node:crypto"
import { targetError, type TargetError } from "@/lib/domain/alerts/webhook-url"
import type { SendError } from "./send-error"
import { isFinalStatus, type Outlet } from "./webhook"

const CURVE = "prime256v1"
const RECORD_SIZE = 4_096
/** A push service accepts at most 24 hours. */
const TOKEN_LIFETIME_S = 12 * 3_600
/** A message that reached no browser within this time is dropped by the push service. */
const TTL_S = 6 * 3_600

export type PushSubscriptionKeys = { readonly p256dh: string; readonly auth: string }

/** The key pair of this server (VAPID). `privateKey`: 0x and 64 hexadecimal digits. */
export type VapidKey = { readonly privateKey: `0x${string}`; readonly subject: string }

/** The public key as browsers take it: base64url of the uncompressed point. */
export function vapidPublicKey(privateKey: VapidKey["privateKey"]): string {
  return publicPointOf(privateKey).toString("base64url")
}

function publicPointOf(privateKey: VapidKey["privateKey"]): Buffer {
  const pair = createECDH(CURVE)
  pair.setPrivateKey(Buffer.from(privateKey.slice(2), "hex"))
  return pair.getPublicKey()
}

function encode(part: unknown): string {
  return Buffer.from(JSON.stringify(part)).toString("base64url")
}

/** The `Authorization` of one push: a signed statement of who sends. @see https://www.rfc-editor.org/rfc/rfc8292 */
export function vapidAuthorization({ privateKey, subject }: VapidKey, endpoint: string, nowMs: number): string {
  const exp = Math.floor(nowMs / 1_000) + TOKEN_LIFETIME_S
  const head = encode({ typ: "JWT", alg: "ES256" })
  const signed = `${head}.${encode({ aud: new URL(endpoint).origin, exp, sub: subject })}`
  const point = publicPointOf(privateKey)
  const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")]
  const d = Buffer.from(privateKey.slice(2), "hex").toString("base64url")
  const key = createPrivateKey({ key: { kty: "EC", crv: "P-256", x, y, d }, format: "jwk" })
  const signature = sign("sha256", Buffer.from(signed), { key, dsaEncoding: "ieee-p1363" }).toString("base64url")
  return `vapid t=${signed}.${signature}, k=${point.toString("base64url")}`
}

/**
 * Encrypts a message for one browser (`aes128gcm`). `salt` and `privateKey` are new for each message.
 *
 * @throws when `p256dh` is not a point of the curve
 * @see https://www.rfc-editor.org/rfc/rfc8291
 */
export function encryptPush(
  text: string,
  { p256dh, auth }: PushSubscriptionKeys,
  salt: Buffer = randomBytes(16),
  privateKey?: Buffer,
): Buffer {
  const pair = createECDH(CURVE)
  if (privateKey === undefined) pair.generateKeys()
  else pair.setPrivateKey(privateKey)
  const receiver = Buffer.from(p256dh, "base64url")
  const sender = pair.getPublicKey()
  const secret = pair.computeSecret(receiver)
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), receiver, sender])
  const keyMaterial = Buffer.from(hkdfSync("sha256", secret, Buffer.from(auth, "base64url"), info, 32))
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync("sha256", keyMaterial, salt, `Content-Encoding: ${name}\0`, length))
  const cipher = createCipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12))
  // 2 marks the last record.
  const record = [cipher.update(Buffer.concat([Buffer.from(text), Buffer.from([2])])), cipher.final()]
  const header = Buffer.alloc(5)
  header.writeUInt32BE(RECORD_SIZE)
  header.writeUInt8(sender.length, 4)
  return Buffer.concat([salt, header, sender, ...record, cipher.getAuthTag()])
}

/** Why a subscription cannot be sent to; `null`: it can. */
export function pushKeysError(keys: PushSubscriptionKeys): string | null {
  try {
    encryptPush("", keys)
    return null
  } catch {
    return "must have a p256dh on the curve P-256"
  }
}

/** The push services of Chrome, Edge, Firefox and Safari. A subscription of any of them was made for this service's key. */
const PUSH_SERVICES =
  /^(?:fcm\.googleapis\.com|jmt17\.google\.com|updates\.push\.services\.mozilla\.com|(?:[\w-]+\.)+notify\.windows\.com|(?:[\w-]+\.)*push\.apple\.com)$/

/** Why an endpoint cannot be sent to, from its form alone; `null`: it can. */
export function pushEndpointError(endpoint: string, local: readonly string[]): TargetError | null {
  const wrong = targetError(endpoint, local)
  if (wrong !== null || local.includes(endpoint)) return wrong
  return PUSH_SERVICES.test(new URL(endpoint).hostname) ? null : "must be of the push service of a browser"
}

type Push = PushSubscriptionKeys & {
  readonly endpoint: string
  readonly text: string
  readonly vapid: VapidKey
  readonly nowMs: number
}

/** Sends one push message: `null` when the push service has accepted it. */
export async function sendPush(push: Push, { post, local, ...limit }: Outlet): Promise<SendError | null> {
  const { endpoint, text, vapid, nowMs } = push
  const wrong = pushEndpointError(endpoint, local)
  if (wrong !== null) return { reason: `The endpoint ${wrong}.`, isFinal: true }
  const result = await post(new URL(endpoint), {
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Encoding": "aes128gcm",
      TTL: String(TTL_S),
      Urgency: "high",
      Authorization: vapidAuthorization(vapid, endpoint, nowMs),
    },
    body: encryptPush(text, push),
    isLocal: local.includes(endpoint),
    ...limit,
  })
  if (result.status === null) return { reason: result.text }
  const { status, retryAfterMs } = result
  if (status >= 200 && status < 300) return null
  return {
    reason: `The push service answered ${status}.`,
    // 404, 410: the browser has ended the subscription.
    isFinal: isFinalStatus(status),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  }
}
