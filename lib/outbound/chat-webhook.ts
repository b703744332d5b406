/** The webhook of a chat service, which has its own form and cannot return a token. */
export type ChatWebhook = {
  /** As the subject of a sentence. */
  readonly name: string
  readonly bodyOf: (text: string) => object
  readonly isAccepted: (answer: { readonly status: number; readonly text: string }) => boolean
}

/** @see https://discord.com/developers/docs/resources/webhook#execute-webhook */
const discord: ChatWebhook = {
  name: "Discord",
  bodyOf: (content) => ({ content, allowed_mentions: { parse: [] } }),
  // 204; with `wait=true` 200 and the message.
  isAccepted: ({ status }) => status === 204 || status === 200,
}

/** @see https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
const slack: ChatWebhook = {
  name: "Slack",
  bodyOf: (text) => ({ text }),
  isAccepted: ({ status, text }) => status === 200 && text.trim() === "ok",
}

const services = [
  {
    chat: discord,
    host: /^(?:\w+\.)?discord(?:app)?\.com$/,
    // One channel or thread has one URL, so that its limit counts all alerts to it.
    url: /^discord\.com\/api\/webhooks\/\d+\/[\w-]+(?:\?thread_id=\d+)?$/,
    problem: "must be a Discord webhook: https://discord.com/api/webhooks/<id>/<token>",
  },
  {
    chat: slack,
    host: /^hooks\.slack(?:-gov)?\.com$/,
    url: /^hooks\.slack(?:-gov)?\.com\/services\/\w+\/\w+\/\w+$/,
    problem: "must be a Slack incoming webhook: https://hooks.slack.com/services/<team>/<id>/<token>",
  },
] as const

/** The chat service of a URL, or why this URL of it cannot be used; `null`: no chat service that is known here. */
export function chatWebhookOf({ hostname, pathname, search }: URL): ChatWebhook | { readonly problem: string } | null {
  const service = services.find(({ host }) => host.test(hostname))
  if (service === undefined) return null
  return service.url.test(`${hostname}${pathname}${search}`) ? service.chat : { problem: service.problem }
}
