import { parseAlertTarget } from "@/lib/domain/alerts/alert-target"
import {
  sendTelegram,
  type TelegramCall,
  telegramMessage,
  type TelegramUpdate,
  telegramUpdates,
} from "@/lib/outbound/telegram"
import type { AlertStore } from "@/lib/store/alert-store"
import type { TelegramChats } from "@/lib/store/telegram-chats"
import { STOPPED } from "./channels"

type Ports = {
  readonly call: TelegramCall
  readonly chats: TelegramChats
  readonly alerts: Pick<AlertStore, "retryNow" | "end">
  readonly clock: () => number
}

/** Of one call, so that many messages to the bot are read soon and a call ends. */
const MAX_READS = 10
const HELP =
  "Signal402 sends alerts that were bought with a code of this chat. Open the link of your alert, then press Start."

/**
 * Reads what people write to the bot: `/start <code>` connects a chat with the alerts of a code, `/stop` ends all alerts of a
 * chat. In a group the name of the bot may follow the command.
 */
export function telegramReader({ call, chats, alerts, clock }: Ports): () => Promise<void> {
  // Telegram sends an update again until a later one is asked for.
  let offset = 0

  /** The message to the chat; `null` for any other text. */
  async function answerTo({ chat, text }: TelegramUpdate): Promise<ReturnType<typeof telegramMessage> | null> {
    const [, command, code = ""] = /^\/(start|stop)(?:@\w+)?(?:\s+(\S+))?\s*$/.exec(text ?? "") ?? []
    if (chat === null || command === undefined) return null
    return telegramMessage(chat, command === "stop" ? await stop(chat) : await start(code, chat))
  }

  async function start(code: string, chat: string): Promise<string> {
    const target = `telegram:${code}`
    if (parseAlertTarget(target) === null) return HELP
    switch (await chats.connect(code, chat, clock())) {
      case "connected": {
        const waiting = await alerts.retryNow(target, clock())
        return `This chat gets the alerts of Signal402.${waiting === 0 ? "" : ` Waiting: ${waiting}.`} /stop ends them.`
      }
      case "taken":
        return "Another chat has this code. Set the alert with a new code."
      case "full":
        return "This chat has too many codes. /stop ends its alerts and frees them."
    }
  }

  async function stop(chat: string): Promise<string> {
    for (const code of await chats.stop(chat, clock())) {
      await alerts.end({ target: `telegram:${code}` }, STOPPED, clock())
    }
    return "All alerts to this chat have ended."
  }

  async function readOnce(): Promise<number> {
    const updates = await telegramUpdates(call, offset)
    const messages: ReturnType<typeof telegramMessage>[] = []
    for (const update of updates) {
      const message = await answerTo(update)
      if (message !== null) messages.push(message)
      offset = update.id + 1
    }
    // A message that cannot be sent changes nothing.
    await Promise.all(messages.map((message) => sendTelegram(call, message)))
    return updates.length
  }

  return async () => {
    for (let reads = 0; reads < MAX_READS && (await readOnce()) > 0; reads += 1);
  }
}
