import { createHmac, randomBytes } from "node:crypto"
import { z } from "zod"
import { type TargetError, webhookFormError } from "@/lib/domain/alerts/webhook-url"
import { parseJson } from "@/lib/domain/parse-json"
import { chatWebhookOf, type ChatWebhook } from "./chat-webhook"
import type { PostResult, PublicPost } from "./public-post"
import type { SendError } from "./send-error"

export type Webhook = {
  readonly target: string
  /** The same for each attempt, so that a receiver recognises a repeated alert. */
  readonly id: string
  readonly body: string
  /** The message in words, for a chat. */
  readonly text: string
  readonly secret: string
  readonly nowMs: number
}

/** How a request leaves this process. `local`: URLs that are allowed although they are not public. */
export type Outlet = {
  readonly post: PublicPost
  readonly local: readonly string[]
  /** Absent: the limit of `post`. */
  readonly timeoutMs?: number
}

/** Whether a target of the right form belongs to a chat service. */
export function isChatWebhook(target: string): boolean {
  return chatWebhookOf(new URL(target)) !== null
}

/** The receiver refuses what it was sent, or does not exist: no later attempt can succeed. */
export function isFinalStatus(status: number): boolean {
  return status === 400 || status === 404 || status === 410
}

/** A receiver that is asked for its consent answers within this time: a buyer waits. */
const CHALLENGE_TIMEOUT_MS = 5_000
const GREETING =
  "Signal402: somebody who has the address of this webhook sets an alert for this channel. It begins when it is paid."

/** `t=1795176012,v1=…`: HMAC-SHA256 of `<t>.<id>.<body>` with the secret of the watch, hexadecimal. */
export function webhookSignature({ id, body, secret, nowMs }: Omit<Webhook, "target" | "text">): string {
  const seconds = Math.floor(nowMs / 1_000)
  return `t=${seconds},v1=${createHmac("sha256", secret).update(`${seconds}.${id}.${body}`).digest("hex")}`
}

/** Sends one webhook: `null` when the receiver has accepted it. */
export async function sendWebhook(webhook: Webhook, outlet: Outlet): Promise<SendError | null> {
  const { target, id, body, text } = webhook
  const { local, ...sending } = outlet
  const wrong = webhookFormError(target, local)
  if (wrong !== null) return { reason: `The target ${wrong}.`, isFinal: true }
  const chat = chatOf(target, local)
  if (chat !== null) {
    return failureOf(await sendChat(target, chat, { text, ...sending }), (result) => chat.isAccepted(result), chat.name)
  }
  const headers = {
    "Content-Type": "application/json",
    "X-Signal402-Id": id,
    "X-Signal402-Signature": webhookSignature(webhook),
  }
  const { post, ...limit } = sending
  const result = await post(new URL(target), { headers, body, isLocal: local.includes(target), ...limit })
  return failureOf(result, ({ status }) => status >= 200 && status < 300, "The receiver")
}

/**
 * Asks a receiver whether it wants alerts, before a watch is sold; `null`: it does. A chat accepts a first message, because
 * only who may post there has the URL. Every other receiver returns the token. Its field is named after this
 * service, because servers of Slack and Feishu events return to anybody what is called `challenge`.
 */
export async function webhookConsentError(target: string, { post, local }: Outlet): Promise<TargetError | null> {
  const chat = chatOf(target, local)
  if (chat !== null) {
    const result = await sendChat(target, chat, { text: GREETING, post, timeoutMs: CHALLENGE_TIMEOUT_MS })
    const failure = failureOf(result, (answer) => chat.isAccepted(answer), chat.name)
    return failure === null ? null : `must accept a first message. ${failure.reason}`
  }
  const challenge = randomBytes(16).toString("hex")
  const result = await post(new URL(target), {
    headers: { "Content-Type": "application/json", "X-Signal402-Challenge": challenge },
    body: JSON.stringify({ type: "challenge", signal402_challenge: challenge }),
    isLocal: local.includes(target),
    timeoutMs: CHALLENGE_TIMEOUT_MS,
  })
  const wanted =
    'must answer the challenge with 2xx and {"signal402_challenge":"<the token>"} (see "Alerts" in the docs for bots)'
  if (result.status === null) return `${wanted}. ${result.text}`
  if (result.status < 200 || result.status >= 300) return `${wanted}. It answered ${result.status}`
  return isEcho(result.text, challenge) ? null : `${wanted}. It answered ${result.status} with something else`
}

const Echo = z.strictObject({ signal402_challenge: z.string() })

/** The token alone, as text or JSON. A server that returns whatever it is sent has not consented. */
function isEcho(text: string, challenge: string): boolean {
  return text.trim() === challenge || Echo.safeParse(parseJson(text)).data?.signal402_challenge === challenge
}

function chatOf(target: string, local: readonly string[]): ChatWebhook | null {
  return local.includes(target) ? null : chatWebhookOf(new URL(target))
}

type ChatMessage = { readonly text: string; readonly post: PublicPost; readonly timeoutMs?: number }

function sendChat(target: string, chat: ChatWebhook, { text, post, ...limit }: ChatMessage): Promise<PostResult> {
  const headers = { "Content-Type": "application/json" }
  return post(new URL(target), { headers, body: JSON.stringify(chat.bodyOf(text)), isLocal: false, ...limit })
}

function failureOf(
  result: PostResult,
  isAccepted: (answer: Extract<PostResult, { status: number }>) => boolean,
  name: string,
): SendError | null {
  if (result.status === null) return { reason: result.text }
  if (isAccepted(result)) return null
  const { status, retryAfterMs } = result
  const isFinal = isFinalStatus(status)
  return {
    reason: `${name} answered ${status}.`,
    ...(isFinal ? { isFinal } : {}),
    ...(retryAfterMs === null ? {} : { retryAfterMs }),
  }
}
