import { z } from "zod"
import { HttpUrls, isLoopback, optional, PrivateKey } from "./fields"

/** Variables of alert delivery. */
export const alertFields = {
  TELEGRAM_BOT_TOKEN: optional(
    z.string().regex(/^\d{3,20}:[\w-]{30,100}$/, "must be a token of @BotFather, for example 123456:ABC…"),
  ).describe(
    "Token of the bot that sends alerts to Telegram and reads who wants them. Absent: Telegram is not offered; the sandbox has a " +
      "Telegram of its own.",
  ),
  VAPID_PRIVATE_KEY: optional(PrivateKey).describe(
    "Key that signs push messages to browsers (VAPID, P-256): echo 0x$(openssl rand -hex 32). Browsers subscribe to its public " +
      "key, so a change ends all subscriptions. Absent: push is not offered.",
  ),
  SANDBOX_WEBHOOKS: optional(
    HttpUrls.refine(
      (urls) => urls.every(isLoopback),
      "must be URLs on this machine, such as http://127.0.0.1:4020/hook",
    ),
  ).describe(
    "Sandbox only: receivers on this machine that a watch may name as its target, with commas between them. Absent: " +
      "http://127.0.0.1:4020/hook, which the programs of the docs use.",
  ),
}

/** The delivery channels of alerts. */
export type AlertSettings = {
  readonly telegramBotToken: string | null
  readonly vapidPrivateKey: `0x${string}` | null
  readonly localReceivers: readonly string[]
}

export function toAlertSettings(env: z.output<z.ZodObject<typeof alertFields>>): AlertSettings {
  return {
    telegramBotToken: env.TELEGRAM_BOT_TOKEN ?? null,
    vapidPrivateKey: env.VAPID_PRIVATE_KEY ?? null,
    localReceivers: env.SANDBOX_WEBHOOKS ?? ["http://127.0.0.1:4020/hook"],
  }
}
