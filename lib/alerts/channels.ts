import { alertMessage } from "@/lib/domain/alerts/alert-message"
import { parseAlertTarget } from "@/lib/domain/alerts/alert-target"
import { parseCondition } from "@/lib/domain/alerts/condition"
import { isoTime } from "@/lib/domain/utc-day"
import { resolvedTargetError, targetError, type TargetError } from "@/lib/outbound/public-address"
import type { SendError } from "@/lib/outbound/send-error"
import { sendTelegram, telegramMessage, type TelegramBot } from "@/lib/outbound/telegram"
import { pushKeysError, sendPush, type VapidKey } from "@/lib/outbound/web-push"
import { sendWebhook } from "@/lib/outbound/webhook"
import type { Alert, Watch } from "@/lib/store/alert-store"

export type Channels = {
  readonly origin: string
  /** URLs that are allowed although they are not public: receivers of the sandbox. */
  readonly local: readonly string[]
  /** `recorded`: nothing is sent, the message is passed to `onTelegram`. `null`: Telegram is not offered. */
  readonly telegram: TelegramBot | "recorded" | null
  /** `null`: push is not offered. */
  readonly vapid: VapidKey | null
  /** The keys of `GET /api/versions`. */
  readonly resources: readonly string[]
  readonly onTelegram: (message: ReturnType<typeof telegramMessage>) => Promise<void>
}

/** Why a target cannot be bought; `null`: it can. `isResolved`: whether host names are resolved, which needs a network. */
export async function alertTargetError(
  text: string,
  { local, telegram, vapid }: Pick<Channels, "local" | "telegram" | "vapid">,
  isResolved: boolean,
): Promise<TargetError | null> {
  const target = parseAlertTarget(text)
  if (target === null) return "must be telegram:<chat id> or push:<p256dh>:<auth>:<endpoint>"
  if (target.kind === "telegram") return telegram === null ? "must be no Telegram chat: there is no bot here" : null
  const url = target.kind === "push" ? target.endpoint : target.url
  if (target.kind === "push") {
    const wrong = vapid === null ? "must be no push subscription: push is not offered here" : pushKeysError(target)
    if (wrong !== null) return wrong
  }
  return targetError(url, local) ?? (isResolved ? resolvedTargetError(url) : null)
}

/** Sends one alert to its target. */
export async function sendAlert(
  { alert, watch, body }: { readonly alert: Alert; readonly watch: Watch; readonly body: string },
  channels: Channels,
  nowMs: number,
): Promise<SendError | null> {
  const target = parseAlertTarget(watch.target)
  const { origin, local, telegram, vapid, resources } = channels
  if (target === null) return { reason: "The target has an unknown form.", isFinal: true }
  if (target.kind === "webhook") {
    return sendWebhook({ target: target.url, id: alert.id, body, secret: watch.secret, nowMs }, local)
  }
  const condition = parseCondition(alert.condition, resources)
  if (condition === null) return { reason: "The condition is not known any more.", isFinal: true }
  const { title, path } = alertMessage(condition)
  if (target.kind === "telegram") {
    const message = telegramMessage(target.chat, `${title}\n${isoTime(alert.createdMs)}\n${origin}${path}`)
    if (telegram === null) return { reason: "This service has no Telegram bot." }
    if (telegram !== "recorded") return sendTelegram(telegram, message)
    await channels.onTelegram(message)
    return null
  }
  if (vapid === null) return { reason: "This service does not offer push." }
  const text = JSON.stringify({ id: alert.id, title, body: isoTime(alert.createdMs), href: path })
  return sendPush({ ...target, text, vapid, nowMs }, local)
}
