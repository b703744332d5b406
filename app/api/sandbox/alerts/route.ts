import { sandboxOnly } from "@/lib/server/runtime/routes"
import { receiveWebhook, sandboxMessagesEndpoint } from "@/lib/server/runtime/sandbox-alerts"

/** A receiver of webhooks, and a view of the received messages. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sandboxOnly(receiveWebhook, sandboxMessagesEndpoint)
