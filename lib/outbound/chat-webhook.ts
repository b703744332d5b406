import { chatServiceOf } from "@/lib/domain/alerts/webhook-url"

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

/** The chat service of a URL; `null`: no chat service that is known here, or a URL that it does not have. */
export function chatWebhookOf(url: URL): ChatWebhook | null {
  const service = chatServiceOf(url)
  return service === "discord" ? discord : service === "slack" ? slack : null
}
