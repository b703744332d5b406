import { alertWatchContract } from "@/lib/endpoints/alert-watch/contract"
import { parseAlertTarget } from "@/lib/domain/alerts/alert-target"
import type { TargetResult } from "./push-target"

/** The target of a typed webhook URL. The service checks more: a public host and the default port. Pure. */
export function webhookTarget(text: string): TargetResult {
  const target = text.trim()
  const { protocol, hostname } = URL.canParse(target) ? new URL(target) : { protocol: "", hostname: "" }
  const isLocal = hostname === "localhost" || hostname === "127.0.0.1"
  if (protocol === "https:" || (protocol === "http:" && isLocal)) return { target }
  return { problem: "Enter a URL that begins with https://." }
}

/** A code that nobody can guess, for the link to the bot. */
export function newTelegramCode(): string {
  return crypto.randomUUID().replaceAll("-", "")
}

/** The code of the newest watch that this browser bought for a chat: a chat that is connected needs no new one. Pure. */
export function knownTelegramCode(answers: readonly unknown[]): string | null {
  const codes = answers.flatMap((body) => {
    const target = parseAlertTarget(alertWatchContract.response.safeParse(body).data?.target ?? "")
    return target?.kind === "telegram" ? [target.code] : []
  })
  return codes.at(-1) ?? null
}

/** Where the alerts of a stored target go, in words. Pure. */
export function targetLabel(text: string): string {
  const target = parseAlertTarget(text)
  switch (target?.kind) {
    case "webhook":
      return `Webhook ${target.url}`
    case "telegram":
      return "Telegram"
    case "push":
      return "Push in one browser"
    case undefined:
      return text
  }
}
