import { z } from "zod"
import { DateTime } from "@/lib/api/fields"
import { parseJson } from "@/lib/domain/parse-json"
import { readRequestText } from "@/lib/domain/read-bounded"
import { isoTime } from "@/lib/domain/utc-day"
import { createSqlValueStore } from "@/lib/market/feeds/sql-value-store"
import { jsonResponse } from "@/lib/server/http/route"
import { webhookSignature } from "@/lib/outbound/webhook"
import { createAlertStore } from "@/lib/store/alert-store"
import { lockForTransaction } from "@/lib/store/dialect"
import { runtime } from "./runtime"

const MAX_BODY_BYTES = 16_384
const MAX_MESSAGES = 50
const NAME = "sandbox_alerts"

const Message = z.object({
  received_at: DateTime,
  channel: z.enum(["webhook", "telegram"]),
  /** The request line, with the bot's token left out. */
  request: z.string(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
  /** Whether the signature is that of the watch; `null`: the channel has none. */
  signature: z.enum(["valid", "invalid"]).nullable(),
})

type Message = z.output<typeof Message>

const Messages = z.array(Message)

/** Keeps the newest messages for `GET /api/sandbox/alerts`, for all processes of the sandbox. */
export async function recordSandboxMessage(message: Omit<Message, "received_at">): Promise<void> {
  const { store } = await runtime()
  const nowMs = Date.now()
  await store.transaction().execute(async (tx) => {
    await lockForTransaction(tx, NAME)
    const values = createSqlValueStore(tx, NAME, (json) => Messages.parse(json))
    const stored = await values.load()
    const value = [{ ...message, received_at: isoTime(nowMs) }, ...(stored?.value ?? [])].slice(0, MAX_MESSAGES)
    const fetchedAtMs = Math.max(nowMs, (stored?.fetchedAtMs ?? 0) + 1)
    await values.save({ value, source: "sandbox", asOfMs: nowMs, fetchedAtMs })
  })
}

/** `GET /api/sandbox/alerts`: the webhooks that arrived here and the messages that would go to Telegram, newest first. */
export async function sandboxMessagesEndpoint(_: Request, __: unknown, requestId: string): Promise<Response> {
  const { store } = await runtime()
  const stored = await createSqlValueStore(store, NAME, (json) => Messages.parse(json)).load()
  return jsonResponse({ messages: stored?.value ?? [] }, requestId)
}

const Challenge = z.object({ type: z.literal("challenge"), signal402_challenge: z.string() })

/** `POST /api/sandbox/alerts`: a receiver of webhooks that wants alerts and checks their signature. */
export async function receiveWebhook(request: Request, _: unknown, requestId: string): Promise<Response> {
  const text = (await readRequestText(request, MAX_BODY_BYTES)) ?? ""
  const { signal402_challenge } = Challenge.safeParse(parseJson(text)).data ?? {}
  if (signal402_challenge !== undefined) return jsonResponse({ signal402_challenge }, requestId)
  const headers = Object.fromEntries(
    [...request.headers].filter(([name]) => name === "content-type" || name.startsWith("x-signal402-")),
  )
  const signature = (await isSigned(text, headers)) ? "valid" : "invalid"
  const { pathname } = new URL(request.url)
  const body = parseJson(text) ?? text
  await recordSandboxMessage({ channel: "webhook", request: `POST ${pathname}`, headers, body, signature })
  return jsonResponse({ received: true, signature }, requestId)
}

async function isSigned(body: string, headers: Readonly<Record<string, string>>): Promise<boolean> {
  const { watch: id } = z.object({ watch: z.string() }).safeParse(parseJson(body)).data ?? {}
  const watch = id === undefined ? null : await createAlertStore((await runtime()).store).find(id)
  const given = headers["x-signal402-signature"] ?? ""
  const seconds = Number(/^t=(\d{1,12}),/.exec(given)?.[1] ?? Number.NaN)
  if (watch === null || Number.isNaN(seconds)) return false
  const expected = webhookSignature({
    id: headers["x-signal402-id"] ?? "",
    body,
    secret: watch.secret,
    nowMs: seconds * 1_000,
  })
  return given === expected
}
