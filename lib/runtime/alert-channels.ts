import type { Channels } from "@/lib/alerts/channels"
import { VERSION_KEYS } from "@/lib/api/answer-contracts"
import { config } from "./config"
import { recordSandboxMessage } from "./sandbox-alerts"

/** How alerts leave this deployment. A sandbox records messages to Telegram instead of sending them. */
export function alertChannels(): Channels {
  const { mode, origin, contact, alerts } = config()
  const isSandbox = mode === "sandbox"
  const { telegramBotToken: token, vapidPrivateKey: privateKey, localReceivers } = alerts
  return {
    origin,
    local: isSandbox ? [`${origin}/api/sandbox/alerts`, ...localReceivers] : [],
    telegram: isSandbox ? "recorded" : token === null ? null : { token },
    vapid: privateKey === null ? null : { privateKey, subject: subjectOf(contact ?? origin) },
    resources: VERSION_KEYS,
    onTelegram: (message) =>
      recordSandboxMessage({
        channel: "telegram",
        request: "POST https://api.telegram.org/bot<token>/sendMessage",
        headers: {},
        body: message,
        signature: null,
      }),
  }
}

/** Push services want a mail address or a page of the sender. */
function subjectOf(contact: string): string {
  return contact.includes("://") ? contact : `mailto:${contact}`
}
