import type { Channels } from "@/lib/alerts/channels"
import { type Consent, createConsent } from "@/lib/alerts/consent"
import { VERSION_KEYS } from "@/lib/endpoints"
import { isOver } from "@/lib/domain/clock"
import { agreedPrice } from "@/lib/domain/market/candle-feed"
import type { Coin } from "@/lib/domain/market/coin"
import { singleton } from "@/lib/server/nextjs/singleton"
import { createPublicPost, type PublicPost } from "@/lib/outbound/public-post"
import { type TelegramCall, telegramBotName, telegramCall } from "@/lib/outbound/telegram"
import type { Outlet } from "@/lib/outbound/webhook"
import type { Store } from "@/lib/store/open-store"
import { createTelegramChats } from "@/lib/store/telegram-chats"
import { roundPrice } from "@/lib/usecases/rounding"
import { config } from "./config"
import { runtime } from "./runtime"
import { callSandboxTelegram } from "./sandbox-telegram"

/** How alerts leave this deployment. */
export function alertChannels(store: Store): Channels {
  const { origin } = config()
  return { ...alertForms(), origin, chats: createTelegramChats(store), resources: VERSION_KEYS, price: agreedPriceOf }
}

async function agreedPriceOf(coin: Coin): Promise<number | null> {
  const price = agreedPrice(await (await runtime()).candles.price(coin))
  return price === null ? null : roundPrice(price)
}

/** The kinds of targets that are offered here. */
export function alertForms(): Pick<Channels, "outlet" | "telegram" | "vapid"> {
  const { origin, contact, alerts } = config()
  const { vapidPrivateKey: privateKey } = alerts
  return {
    outlet: alertOutlet(),
    telegram: telegram(),
    vapid: privateKey === null ? null : { privateKey, subject: subjectOf(contact ?? origin) },
  }
}

/** One for the whole process, so that its limits count all purchases. */
export function alertConsent(): Consent {
  return singleton("alert-consent", () => createConsent(alertOutlet(), Date.now))
}

function alertOutlet(): Outlet {
  const { mode, origin, alerts } = config()
  const post = singleton("alert-post", (): PublicPost => createPublicPost())
  return { post, local: mode === "sandbox" ? [`${origin}/api/sandbox/alerts`, ...alerts.localReceivers] : [] }
}

function telegram(): TelegramCall | null {
  const { mode, alerts } = config()
  if (mode === "sandbox") return callSandboxTelegram
  return alerts.telegramBotToken === null ? null : telegramCall({ token: alerts.telegramBotToken }, alertOutlet().post)
}

const UNKNOWN_FOR_MS = 60_000

/** `null` while Telegram does not tell, or without a bot. */
export async function telegramBot(): Promise<string | null> {
  const call = telegram()
  if (call === null) return null
  const known = singleton("telegram-bot", () => ({ name: null as Promise<string | null> | null, askedMs: 0 }))
  const name = await known.name
  if (name !== null && name !== undefined) return name
  if (known.name === null || isOver({ sinceMs: known.askedMs, lengthMs: UNKNOWN_FOR_MS, nowMs: Date.now() })) {
    known.askedMs = Date.now()
    known.name = telegramBotName(call).catch(() => null)
  }
  return known.name
}

/** Push services want a mail address or a page of the sender. */
function subjectOf(contact: string): string {
  return contact.includes("://") ? contact : `mailto:${contact}`
}
