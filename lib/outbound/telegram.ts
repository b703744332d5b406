import { z } from "zod"
import { parseJson } from "@/lib/domain/parse-json"
import type { PostResult, PublicPost } from "./public-post"
import type { SendError } from "./send-error"

export const TELEGRAM_API = "https://api.telegram.org"

/** How long Telegram holds a request for updates while there are none. */
const POLL_S = 5
const POLL_TIMEOUT_MS = 10_000
/** A few updates at a time: each may have many fields that are not read here. */
const MAX_UPDATES = 20
const MAX_UPDATES_BYTES = 4_000_000

/** One call of the Bot API. @see https://core.telegram.org/bots/api#making-requests */
export type TelegramCall = (
  method: "sendMessage" | "getUpdates" | "getMe",
  body: object,
  limits?: { readonly timeoutMs?: number; readonly maxBytes?: number },
) => Promise<PostResult>

export type TelegramBot = {
  /** Part of the URL: never in an error or a log. */
  readonly token: string
  /** Another API server, for tests. */
  readonly api?: string
}

export function telegramCall({ token, api = TELEGRAM_API }: TelegramBot, post: PublicPost): TelegramCall {
  return (method, body, limits = {}) =>
    post(new URL(`${api}/bot${token}/${method}`), {
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
      isLocal: api !== TELEGRAM_API,
      ...limits,
    })
}

const Answer = z.object({
  ok: z.boolean(),
  error_code: z.number().optional(),
  description: z.string().default("no reason"),
  parameters: z.object({ retry_after: z.number().optional() }).optional(),
})

/** The body of `sendMessage`. @see https://core.telegram.org/bots/api#sendmessage */
export function telegramMessage(chat: string, text: string) {
  return { chat_id: chat, text, link_preview_options: { is_disabled: true } }
}

/** Sends one message as the bot: `null` when Telegram has accepted it. */
export async function sendTelegram(
  call: TelegramCall,
  message: ReturnType<typeof telegramMessage>,
): Promise<SendError | null> {
  const { status, text } = await call("sendMessage", message)
  if (status === null) return { reason: text }
  const answer = Answer.safeParse(parseJson(text)).data
  if (answer?.ok) return null
  const afterS = answer?.parameters?.retry_after
  return {
    reason: `Telegram answered ${status}: ${answer?.description.slice(0, 100) ?? "not in its format"}.`,
    // 403: the chat has blocked or removed the bot. 400: there is no such chat.
    isFinal: answer !== undefined && (status === 403 || status === 400),
    ...(afterS === undefined ? {} : { retryAfterMs: afterS * 1_000 }),
  }
}

const Me = z.object({ ok: z.literal(true), result: z.object({ username: z.string().regex(/^\w+$/) }) })

/** The name of the bot, without @. @throws {Error} when Telegram does not tell */
export async function telegramBotName(call: TelegramCall): Promise<string> {
  const { status, text } = await call("getMe", {})
  const me = Me.safeParse(parseJson(text)).data
  if (me === undefined) throw new Error(`Telegram does not name the bot. Status ${status ?? "none"}.`)
  return me.result.username
}

/** What somebody wrote to the bot. `text` is `null` for a picture and the like. */
export type TelegramUpdate = { readonly id: number; readonly chat: string | null; readonly text: string | null }

const Written = z.object({ chat: z.object({ id: z.number() }), text: z.string().optional() }).optional()
const Updates = z.object({
  ok: z.literal(true),
  result: z.array(
    z.object({ update_id: z.number(), message: Written.catch(undefined), channel_post: Written.catch(undefined) }),
  ),
})

/**
 * The next updates from `offset` on; earlier ones count as read and are not sent again.
 *
 * @throws {Error} when Telegram does not answer in its format
 * @see https://core.telegram.org/bots/api#getupdates
 */
export async function telegramUpdates(call: TelegramCall, offset: number): Promise<readonly TelegramUpdate[]> {
  const body = { offset, limit: MAX_UPDATES, timeout: POLL_S, allowed_updates: ["message", "channel_post"] }
  const { status, text } = await call("getUpdates", body, { timeoutMs: POLL_TIMEOUT_MS, maxBytes: MAX_UPDATES_BYTES })
  const updates = Updates.safeParse(parseJson(text)).data
  if (updates === undefined) throw new Error(`Telegram does not send its updates. Status ${status ?? "none"}.`)
  return updates.result.map(({ update_id: id, message, channel_post }) => {
    const written = message ?? channel_post
    return { id, chat: written === undefined ? null : String(written.chat.id), text: written?.text ?? null }
  })
}
