import { createHmac } from "node:crypto"
import { targetError } from "./public-address"
import { postToPublicHost } from "./public-post"
import type { SendError } from "./send-error"

export type Webhook = {
  readonly target: string
  /** The same for each attempt, so that a receiver recognises a repeated alert. */
  readonly id: string
  readonly body: string
  readonly secret: string
  readonly nowMs: number
}

/** `t=1795176012,v1=…`: HMAC-SHA256 of `<t>.<id>.<body>` with the secret of the watch, hexadecimal. */
export function webhookSignature({ id, body, secret, nowMs }: Omit<Webhook, "target">): string {
  const seconds = Math.floor(nowMs / 1_000)
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${id}.${body}`).digest("hex")}`
}

/** Sends one webhook: `null` when the receiver answered 2xx. */
export async function sendWebhook(webhook: Webhook, local: readonly string[] = []): Promise<SendError | null> {
  const { target, id, body } = webhook
  const wrong = targetError(target, local)
  if (wrong !== null) return { reason: `The target ${wrong}.`, isFinal: true }
  const headers = {
    "Content-Type": "application/json",
    "X-Signal402-Id": id,
    "X-Signal402-Signature": webhookSignature(webhook),
  }
  const { status, text } = await postToPublicHost(new URL(target), { headers, body, isLocal: local.includes(target) })
  if (status === null) return { reason: text }
  return status >= 200 && status < 300 ? null : { reason: `The receiver answered ${status}.` }
}
