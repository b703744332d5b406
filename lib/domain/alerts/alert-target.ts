/** Where the alerts of a watch are sent. */
export type AlertTarget =
  | { readonly kind: "webhook"; readonly url: string }
  | { readonly kind: "telegram"; readonly chat: string }
  /** A subscription of the Push API; the keys are base64url. */
  | { readonly kind: "push"; readonly endpoint: string; readonly p256dh: string; readonly auth: string }

export const MAX_TARGET_LENGTH = 1_000

/** An uncompressed P-256 point, and 16 bytes. */
const PUSH = /^push:([\w-]{87}):([\w-]{22}):(.+)$/
/** A chat id, negative for groups, or the name of a public channel. */
const TELEGRAM = /^telegram:(-?[1-9]\d{0,19}|@[A-Za-z]\w{4,31})$/

/** Parses a target; `null` for a `telegram:` or `push:` target with another form. Everything else is the URL of a webhook. */
export function parseAlertTarget(text: string): AlertTarget | null {
  const [, chat] = TELEGRAM.exec(text) ?? []
  if (chat !== undefined) return { kind: "telegram", chat }
  const [, p256dh, auth, endpoint] = PUSH.exec(text) ?? []
  if (p256dh !== undefined && auth !== undefined && endpoint !== undefined) {
    return { kind: "push", endpoint, p256dh, auth }
  }
  return /^(?:telegram|push):/.test(text) ? null : { kind: "webhook", url: text }
}

/** The text that `parseAlertTarget` reads. */
export function alertTargetText(target: AlertTarget): string {
  switch (target.kind) {
    case "webhook":
      return target.url
    case "telegram":
      return `telegram:${target.chat}`
    case "push":
      return `push:${target.p256dh}:${target.auth}:${target.endpoint}`
  }
}
