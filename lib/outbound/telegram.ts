import { z } from "zod"
import { parseJson } from "@/lib/domain/parse-json"
import { postToPublicHost } from "./public-post"
import type { SendError } from "./send-error"

export const TELEGRAM_API = "https://api.telegram.org"

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

export type TelegramBot = {
  /** Part of the URL: never in an error or a log. */
  readonly token: string
  /** Another API server, for tests. */
  readonly api?: string
}

/** Sends one message as the bot: `null` when Telegram has accepted it. */
export async function sendTelegram(
  { token, api = TELEGRAM_API }: TelegramBot,
  message: ReturnType<typeof telegramMessage>,
): Promise<SendError | null> {
  const { status, text } = await postToPublicHost(new URL(`${api}/bot${token}/sendMessage`), {
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(message),
    isLocal: api !== TELEGRAM_API,
  })
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
