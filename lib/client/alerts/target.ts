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

/** The target of a typed chat id or channel name. Pure. */
export function telegramTarget(text: string): TargetResult {
  const target = `telegram:${text.trim()}`
  if (parseAlertTarget(target) !== null) return { target }
  return { problem: "Enter a chat id, such as 123456789, or a public @channel." }
}

/** Where the alerts of a stored target go, in words. Pure. */
export function targetLabel(text: string): string {
  const target = parseAlertTarget(text)
  switch (target?.kind) {
    case "webhook":
      return `Webhook ${target.url}`
    case "telegram":
      return `Telegram ${target.chat}`
    case "push":
      return "Push in one browser"
    case undefined:
      return text
  }
}
