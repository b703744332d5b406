import { sandboxOnly } from "@/lib/runtime/routes"
import { receiveWebhook, sandboxMessagesEndpoint } from "@/lib/runtime/sandbox-alerts"

/** A receiver of webhooks, and a view of the received messages. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sandboxOnly(receiveWebhook, sandboxMessagesEndpoint)
