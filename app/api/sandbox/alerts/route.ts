import { jsonResponse } from "@/lib/http/route"
import { sandboxOnly } from "@/lib/runtime/routes"

/** A receiver of webhooks. The delivery log of the watch shows what has arrived. */
export const { GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE } = sandboxOnly(async (_, __, requestId) =>
  jsonResponse({ received: true }, requestId),
)
