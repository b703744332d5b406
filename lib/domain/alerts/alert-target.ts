/** Where the alerts of a watch are sent. */
export type AlertTarget =
  | { readonly kind: "webhook"; readonly url: string }
  /** The chat in which somebody has sent `/start <code>` to the bot. */
  | { readonly kind: "telegram"; readonly code: string }
  /** A subscription of the Push API; the keys are base64url. */
  | { readonly kind: "push"; readonly endpoint: string; readonly p256dh: string; readonly auth: string }

export const MAX_TARGET_LENGTH = 1_000

/** An uncompressed P-256 point, and 16 bytes. */
const PUSH = /^push:([\w-]{87}):([\w-]{22}):(.+)$/
/** What the link to a bot may carry, and too long to be guessed. */
const TELEGRAM = /^telegram:([\w-]{22,64})$/

/**
 * One text for all spellings of a target, so that limits count them together: no fragment, the host in lower case, no default
 * port. A text that is not a target is left as it is.
 */
export function normalizedTarget(text: string): string {
  const target = parseAlertTarget(text)
  if (target?.kind !== "webhook" || !URL.canParse(target.url)) return text
  const url = new URL(target.url)
  url.hash = ""
  return url.href
}

/** Parses a target; `null` for a `telegram:` or `push:` target with another form. Everything else is the URL of a webhook. */
export function parseAlertTarget(text: string): AlertTarget | null {
  const [, code] = TELEGRAM.exec(text) ?? []
  if (code !== undefined) return { kind: "telegram", code }
  const [, p256dh, auth, endpoint] = PUSH.exec(text) ?? []
  if (p256dh !== undefined && auth !== undefined && endpoint !== undefined) {
    return { kind: "push", endpoint, p256dh, auth }
  }
  return /^(?:telegram|push):/.test(text) ? null : { kind: "webhook", url: text }
}

/** The link that connects the chat of who follows it, by `/start <code>`. @see https://core.telegram.org/bots/features#deep-linking */
export function telegramLink(botName: string, code: string): string {
  return `https://t.me/${botName}?start=${code}`
}

/** The text that `parseAlertTarget` reads. */
export function alertTargetText(target: AlertTarget): string {
  switch (target.kind) {
    case "webhook":
      return target.url
    case "telegram":
      return `telegram:${target.code}`
    case "push":
      return `push:${target.p256dh}:${target.auth}:${target.endpoint}`
  }
}

/** The server that gets the alerts of a target. */
export function alertHostOf(text: string): string {
  const target = parseAlertTarget(text)
  if (target?.kind === "telegram") return "api.telegram.org"
  const url = target?.kind === "push" ? target.endpoint : text
  return URL.canParse(url) ? new URL(url).host : url
}
