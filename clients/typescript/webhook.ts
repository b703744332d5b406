import { BuyerError } from "./errors.js"
import { type Fields, isFields, parseJson } from "./json.js"

/**
 * What an alert says. It contains nothing that is sold.
 *
 * @example
 * const show = ({ condition, now }: Alert) => console.log(condition, now?.price_usd)
 */
export type Alert = {
  /** The same for each attempt of one alert. A receiver may get an alert twice. */
  readonly id: string
  /** Id of the watch. */
  readonly watch: string
  /** `below:BTC:100000` */
  readonly condition: string
  /** ISO 8601. */
  readonly met_at: string
  /** Conditions about a price: the price when the message was sent. Absent while the price is unknown or disputed. */
  readonly now?: {
    readonly price_usd: number
    readonly level_usd: number
    readonly from_level_percent: number
  }
}

/**
 * `challenge`: answer 200 with `reply` as the body, which says that alerts may be sent here.
 *
 * @example
 * const replyTo = (webhook: Webhook) => (webhook.kind === "challenge" ? webhook.reply : "")
 */
export type Webhook =
  | { readonly kind: "challenge"; readonly reply: string }
  | { readonly kind: "alert"; readonly alert: Alert }

/**
 * A request to a receiver.
 *
 * @example
 * // In a handler of node:http, with the body as text.
 * const input: WebhookInput = { body, headers: request.headers, secret }
 */
export type WebhookInput = {
  /** The bytes of the request as text, before any parser. */
  readonly body: string
  /** Headers of a `Request`, or `request.headers` of Node. */
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The `secret` of the watch. */
  readonly secret: string
  /** Maximum age of the signature, and how far its time may be ahead. Default: 300. */
  readonly toleranceS?: number
  /** Milliseconds since 1970. Default: the clock. */
  readonly now?: () => number
}

const MAX_BODY_BYTES = 65_536
/** A challenge has no signature, so it is read only when it is as small as those of the service. */
const MAX_CHALLENGE_LENGTH = 1_024

/**
 * Checks what was posted to a receiver of alerts. Answer an alert with 204. Keep its `id`: an alert may come twice.
 *
 * @throws {BuyerError} `webhook_invalid`: answer 401. Alerts are then sent again for a day; 400, 404 and 410 end the watch.
 * @example
 * export async function POST(request: Request): Promise<Response> {
 *   const { headers } = request
 *   const webhook = await readWebhook({ body: await request.text(), headers, secret })
 *   if (webhook.kind === "challenge") return new Response(webhook.reply)
 *   console.log(webhook.alert.condition)
 *   return new Response(null, { status: 204 })
 * }
 */
export async function readWebhook({
  body,
  headers,
  secret,
  toleranceS = 300,
  now = Date.now,
}: WebhookInput): Promise<Webhook> {
  if (typeof body !== "string") throw invalid("The body must be a text, before any parser.")
  if (body.length > MAX_BODY_BYTES || new TextEncoder().encode(body).length > MAX_BODY_BYTES) {
    throw invalid(`The body has more than ${MAX_BODY_BYTES} bytes.`)
  }
  const id = headerOf(headers, "x-signal402-id")
  const signature = headerOf(headers, "x-signal402-signature")
  // A challenge comes before the purchase, so it has no signature; it shows nothing and changes nothing.
  if (signature === "" && body.length <= MAX_CHALLENGE_LENGTH) {
    const { type, signal402_challenge } = fieldsOf(body)
    if (type === "challenge" && typeof signal402_challenge === "string") {
      return { kind: "challenge", reply: JSON.stringify({ signal402_challenge }) }
    }
  }
  const [, seconds = "", hex = ""] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? []
  if (hex === "") throw invalid("X-Signal402-Signature: t=<seconds>,v1=<64 hexadecimal digits> is expected.")
  if (!(await isSigned(`${seconds}.${id}.${body}`, hex, secret))) throw invalid("The signature is not by this secret.")
  const ageS = now() / 1_000 - Number(seconds)
  if (Math.abs(ageS) > toleranceS) throw invalid(`The signature is ${Math.round(ageS)} seconds old.`)
  return { kind: "alert", alert: fieldsOf(body) as Alert }
}

function fieldsOf(body: string): Fields {
  const fields = parseJson(body)
  if (!isFields(fields)) throw invalid("The body is not a JSON object.")
  return fields
}

/** HMAC-SHA256, compared in constant time. The key is the text of the secret, not the bytes that its digits stand for. */
async function isSigned(text: string, hex: string, secret: string): Promise<boolean> {
  const encoder = new TextEncoder()
  const algorithm = { name: "HMAC", hash: "SHA-256" }
  if (typeof secret !== "string" || secret === "") return false
  const key = await crypto.subtle.importKey("raw", encoder.encode(secret), algorithm, false, ["verify"])
  const signature = Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16))
  return crypto.subtle.verify("HMAC", key, signature, encoder.encode(text))
}

function headerOf(headers: WebhookInput["headers"], name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? ""
  const entry = Object.entries(headers).find(([key]) => key.toLowerCase() === name)
  return typeof entry?.[1] === "string" ? entry[1] : ""
}

function invalid(message: string): BuyerError {
  return new BuyerError("webhook_invalid", message)
}
