import { z } from "zod"
import { createSqlValueStore } from "@/lib/market/feeds/sql-value-store"
import { jsonResponse } from "@/lib/server/http/route"
import type { TelegramCall } from "@/lib/outbound/telegram"
import { answerBot, EMPTY_TELEGRAM, TelegramState, writeToBot } from "@/lib/sandbox/telegram"
import { lockForTransaction } from "@/lib/store/dialect"
import { runtime } from "./runtime"
import { InvalidBodyError, readJson } from "./sandbox"
import { recordSandboxMessage } from "./sandbox-alerts"

const NAME = "sandbox_telegram"

/** The sandbox's Telegram, for all processes. Messages that it accepts are in `GET /api/sandbox/alerts`. */
export const callSandboxTelegram: TelegramCall = async (method, body) => {
  const nowMs = Date.now()
  const answer = await change((state) => {
    const response = answerBot(state, { method, body, nowMs })
    return { state: response.state, result: response }
  })
  if (method === "sendMessage" && answer.status === 200) {
    const request = "POST https://api.telegram.org/bot<token>/sendMessage"
    await recordSandboxMessage({ channel: "telegram", request, headers: {}, body, signature: null })
  }
  return { status: answer.status, text: JSON.stringify(answer.body), retryAfterMs: null }
}

const Written = z.object({ chat_id: z.number().int(), text: z.string().min(1).max(4_096) })

/** `POST /api/sandbox/telegram`: somebody writes to the bot of the sandbox. */
export async function writeToSandboxBot(request: Request, _: unknown, requestId: string): Promise<Response> {
  const parsed = Written.safeParse(await readJson(request))
  if (!parsed.success) throw new InvalidBodyError(parsed.error.issues)
  const { chat_id: chat, text } = parsed.data
  const nowMs = Date.now()
  await change((state) => ({
    state: writeToBot(state, { chat, text, nowMs }),
    result: null,
  }))
  return jsonResponse({ ok: true }, requestId)
}

async function change<T>(
  step: (state: TelegramState) => { readonly state: TelegramState; readonly result: T },
): Promise<T> {
  const { store } = await runtime()
  return store.transaction().execute(async (tx) => {
    await lockForTransaction(tx, NAME)
    const values = createSqlValueStore(tx, NAME, (json) => TelegramState.parse(json))
    const stored = await values.load()
    const before = stored?.value ?? EMPTY_TELEGRAM
    const { state, result } = step(before)
    if (state !== before) {
      const nowMs = Date.now()
      const fetchedAtMs = Math.max(nowMs, (stored?.fetchedAtMs ?? 0) + 1)
      await values.save({ value: state, source: "sandbox", asOfMs: nowMs, fetchedAtMs })
    }
    return result
  })
}
