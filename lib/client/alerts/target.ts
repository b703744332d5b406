import { alertWatchContract } from "@/lib/endpoints/alert-watch/contract"
import { MAX_TARGET_LENGTH, parseAlertTarget } from "@/lib/domain/alerts/alert-target"
import { webhookFormError } from "@/lib/domain/alerts/webhook-url"
import type { PublicConfig } from "@/lib/api/public-config"
import type { TargetResult } from "./push-target"

const LOCAL_RECEIVER = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?\//

/** The target of a typed webhook URL, by the rule of the service. `mode` sandbox: receivers on this machine too. Pure. */
export function webhookTarget(text: string, mode: PublicConfig["mode"]): TargetResult {
  const target = text.trim()
  if (target === "") return { problem: "Enter a URL that begins with https://." }
  if (target.length > MAX_TARGET_LENGTH) return { problem: `A URL has at most ${MAX_TARGET_LENGTH} characters.` }
  const isLocal = mode === "sandbox" && URL.canParse(target) && LOCAL_RECEIVER.test(target)
  const wrong = isLocal ? null : webhookFormError(target, [])
  return wrong === null ? { target } : { problem: `The webhook URL ${wrong}.` }
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
