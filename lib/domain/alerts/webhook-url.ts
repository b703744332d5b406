/** Why a target is rejected, as text for the buyer. */
export type TargetError = string

/** Names of the last label, or labels, that the public DNS has not delegated (RFC 6761, 6762, 7686, 8375, 9476, ICANN's lists). */
const NOT_DELEGATED =
  /(?:^|\.)(?:local|internal|localhost|localdomain|home|lan|corp|intranet|onion|alt|test|invalid|home\.arpa)$/

/** A URL has an IPv4 address in its dotted form, however it was written, and an IPv6 address in brackets. */
const ADDRESS = /^\[|^\d{1,3}(?:\.\d{1,3}){3}$/

/**
 * Checks the form of a target: https, a host name, the default port, no credentials. Asks nobody. `local`: exact URLs that
 * are always allowed, for receivers of the sandbox.
 */
export function targetError(target: string, local: readonly string[] = []): TargetError | null {
  if (local.includes(target)) return null
  if (!URL.canParse(target)) return "must be a URL"
  const { protocol, hostname, port, username, password } = new URL(target)
  if (protocol !== "https:") return "must begin with https://"
  if (username !== "" || password !== "") return "must have no user name and no password"
  if (port !== "") return "must use the default port"
  if (ADDRESS.test(hostname)) return "must name a host and no address"
  if (hostname.endsWith(".")) return "must name a host without a dot at its end"
  if (!hostname.includes(".") || NOT_DELEGATED.test(hostname)) return "must be public"
  return null
}

const chatServices = [
  {
    name: "discord",
    host: /^(?:\w+\.)?discord(?:app)?\.com$/,
    // One channel or thread has one URL, so that its limit counts all alerts to it.
    url: /^discord\.com\/api\/webhooks\/\d+\/[\w-]+(?:\?thread_id=\d+)?$/,
    problem: "must be a Discord webhook: https://discord.com/api/webhooks/<id>/<token>",
  },
  {
    name: "slack",
    host: /^hooks\.slack(?:-gov)?\.com$/,
    url: /^hooks\.slack(?:-gov)?\.com\/services\/\w+\/\w+\/\w+$/,
    problem: "must be a Slack incoming webhook: https://hooks.slack.com/services/<team>/<id>/<token>",
  },
] as const

type ChatService = (typeof chatServices)[number]["name"]

/** The chat service of a URL, or why this URL of it cannot be used; `null`: no chat service that is known here. */
export function chatServiceOf({ hostname, pathname, search }: URL): ChatService | { readonly problem: string } | null {
  const service = chatServices.find(({ host }) => host.test(hostname))
  if (service === undefined) return null
  return service.url.test(`${hostname}${pathname}${search}`) ? service.name : { problem: service.problem }
}

/** Why a webhook cannot be a target, from its form alone; `null`: it can. */
export function webhookFormError(target: string, local: readonly string[]): TargetError | null {
  const wrong = targetError(target, local)
  if (wrong !== null || local.includes(target)) return wrong
  const chat = chatServiceOf(new URL(target))
  return chat !== null && typeof chat === "object" ? chat.problem : null
}
