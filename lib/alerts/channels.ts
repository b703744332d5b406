import { alertMessage, type AlertNow, alertNow, pricedCoin } from "@/lib/domain/alerts/alert-message"
import { parseAlertTarget } from "@/lib/domain/alerts/alert-target"
import { parseCondition } from "@/lib/domain/alerts/condition"
import { type TargetError, webhookFormError } from "@/lib/domain/alerts/webhook-url"
import type { Coin } from "@/lib/domain/market/coin"
import { isoTime } from "@/lib/domain/utc-day"
import type { SendError } from "@/lib/outbound/send-error"
import { sendTelegram, type TelegramCall, telegramMessage } from "@/lib/outbound/telegram"
import { pushEndpointError, pushKeysError, sendPush, type VapidKey } from "@/lib/outbound/web-push"
import { type Outlet, sendWebhook } from "@/lib/outbound/webhook"
import type { Alert } from "@/lib/store/alert-rows"
import type { TelegramChats } from "@/lib/store/telegram-chats"
import type { Message } from "./alert-sender"

/** `outlet.local`: receivers of the sandbox. */
export type Channels = {
  readonly origin: string
  readonly outlet: Outlet
  /** `null`: Telegram is not offered. */
  readonly telegram: TelegramCall | null
  readonly chats: TelegramChats
  /** `null`: push is not offered. */
  readonly vapid: VapidKey | null
  /** The keys of `GET /api/versions`. */
  readonly resources: readonly string[]
  /** The price of now; `null`: unknown or disputed. */
  readonly price: (coin: Coin) => Promise<number | null>
}

/** Why a target cannot be bought, from its form alone; `null`: it can. */
export function alertTargetError(
  text: string,
  { outlet: { local }, telegram, vapid }: Pick<Channels, "outlet" | "telegram" | "vapid">,
): TargetError | null {
  const target = parseAlertTarget(text)
  switch (target?.kind) {
    case undefined:
      return "must be telegram:<code of 22 to 64 letters and digits> or push:<p256dh>:<auth>:<endpoint>"
    case "telegram":
      return telegram === null ? "must be no Telegram chat: there is no bot here" : null
    case "push":
      if (vapid === null) return "must be no push subscription: push is not offered here"
      return pushKeysError(target) ?? pushEndpointError(target.endpoint, local)
    case "webhook":
      return webhookFormError(target.url, local)
  }
}

/** Sends one alert to its target. */
export async function sendAlert(
  { alert, watch, timeoutMs }: Message,
  channels: Channels,
  nowMs: number,
): Promise<SendError | null> {
  const target = parseAlertTarget(watch.target)
  const { origin, telegram, vapid, resources, chats } = channels
  const outlet = { ...channels.outlet, timeoutMs }
  if (target === null) return { reason: "The target has an unknown form.", isFinal: true }
  const condition = parseCondition(alert.condition, resources)
  if (condition === null) return { reason: "The condition is not known any more.", isFinal: true }
  const coin = pricedCoin(condition)
  const now = alertNow(condition, coin && (await channels.price(coin)))
  const { title, path } = alertMessage(condition, now)
  const text = `${title}\n${isoTime(alert.createdMs)}\n${origin}${path}`
  if (target.kind === "webhook") {
    const body = alertBody(alert, now)
    return sendWebhook({ target: target.url, id: alert.id, body, text, secret: watch.secret, nowMs }, outlet)
  }
  if (target.kind === "telegram") {
    if (telegram === null) return { reason: "This service has no Telegram bot." }
    const found = await chats.find(target.code)
    if (found === null) return { reason: "No chat has sent the code to the bot." }
    if (found === "stopped") return { reason: STOPPED, isFinal: true }
    return sendTelegram(telegram, telegramMessage(found.chat, text))
  }
  if (vapid === null) return { reason: "This service does not offer push." }
  const push = JSON.stringify({ id: alert.id, title, body: isoTime(alert.createdMs), href: path })
  return sendPush({ ...target, text: push, vapid, nowMs }, outlet)
}

/** The message to a receiver: the condition that was met, without paid values. `now`: only for conditions about a price. */
export function alertBody({ id, watchId, condition, createdMs }: Alert, now: AlertNow | null): string {
  return JSON.stringify({ id, watch: watchId, condition, met_at: isoTime(createdMs), ...(now && { now }) })
}

export const STOPPED = "The chat has stopped its alerts."
