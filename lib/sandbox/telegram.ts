import { z } from "zod"

/**
 * A stand-in for Telegram's Bot API, written from its documentation: the methods that read and write messages, and their errors.
 *
 * @see https://core.telegram.org/bots/api
 */

const Chat = z.object({ id: z.number().int(), type: z.enum(["private", "group"]), first_name: z.string().optional() })

const Update = z.object({
  update_id: z.number().int(),
  message: z.object({
    message_id: z.number().int(),
    date: z.number().int(),
    chat: Chat,
    from: z.object({ id: z.number().int(), is_bot: z.literal(false), first_name: z.string() }),
    text: z.string(),
  }),
})

/** What Telegram remembers. `updates` are those that the bot has not confirmed. `chats` have written to the bot. */
export const TelegramState = z.object({
  nextId: z.number().int(),
  updates: z.array(Update),
  chats: z.array(z.number().int()),
})

export type TelegramState = z.output<typeof TelegramState>

export const EMPTY_TELEGRAM: TelegramState = { nextId: 1, updates: [], chats: [] }

/** Telegram keeps updates for a day; this stand-in keeps the newest. */
const MAX_KEPT = 100
const BOT = { id: 402, is_bot: true, first_name: "Signal402 sandbox", username: "signal402_sandbox_bot" } as const

/** Somebody writes to the bot. */
export function writeToBot(state: TelegramState, { chat, text, nowMs }: Written): TelegramState {
  const { nextId } = state
  const message = {
    message_id: nextId,
    date: Math.floor(nowMs / 1_000),
    chat: chatOf(chat),
    from: { id: Math.abs(chat), is_bot: false as const, first_name: "Somebody" },
    text,
  }
  return {
    nextId: nextId + 1,
    updates: [...state.updates, { update_id: nextId, message }].slice(-MAX_KEPT),
    chats: [...state.chats.filter((id) => id !== chat), chat].slice(-MAX_KEPT),
  }
}

type Written = { readonly chat: number; readonly text: string; readonly nowMs: number }

/** A group has a negative id. */
function chatOf(id: number): z.output<typeof Chat> {
  return id < 0 ? { id, type: "group" } : { id, type: "private", first_name: "Somebody" }
}

type Response = { readonly state: TelegramState; readonly status: number; readonly body: object }

const SendMessage = z.object({ chat_id: z.union([z.number(), z.string()]), text: z.string().max(4_096) })
const GetUpdates = z.object({
  offset: z.number().int().default(0),
  limit: z.number().int().min(1).max(100).default(100),
})

/** The answer of a method, and the state after it. A request for updates is answered at once: nothing is awaited here. */
export function answerBot(state: TelegramState, { method, body, nowMs }: BotRequest): Response {
  const refused = (status: number, description: string): Response => {
    return { state, status, body: { ok: false, error_code: status, description } }
  }
  const done = (result: unknown, after = state): Response => ({ state: after, status: 200, body: { ok: true, result } })
  switch (method) {
    case "getMe":
      return done(BOT)
    case "getUpdates": {
      const { offset, limit } = GetUpdates.parse(body)
      const updates = state.updates.filter(({ update_id }) => update_id >= offset)
      return done(updates.slice(0, limit), updates.length === state.updates.length ? state : { ...state, updates })
    }
    case "sendMessage": {
      const { chat_id, text } = SendMessage.parse(body)
      if (text === "") return refused(400, "Bad Request: message text is empty")
      const id = Number(chat_id)
      if (!Number.isSafeInteger(id)) return refused(400, "Bad Request: chat not found")
      if (!state.chats.includes(id)) return refused(403, "Forbidden: bot can't initiate conversation with a user")
      const message = { message_id: state.nextId, date: Math.floor(nowMs / 1_000), from: BOT, chat: chatOf(id), text }
      return done(message, { ...state, nextId: state.nextId + 1 })
    }
    default:
      return refused(404, "Not Found")
  }
}

type BotRequest = { readonly method: string; readonly body: unknown; readonly nowMs: number }
