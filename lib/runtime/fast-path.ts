import { createFastPath } from "@/lib/http/fast-path/fast-path"
import type { ApiRoutes } from "@/lib/http/fast-path/find-route"
import { interceptRequests } from "@/lib/nextjs/server-listeners"
import { config } from "./config"
import { logger } from "./runtime"

/** Answers plain requests to the API without Next.js's router, from the next request on. */
export function installFastPath(routes: ApiRoutes): void {
  interceptRequests(createFastPath({ routes, origin: config().origin, onError: logUnsent }))
}

function logUnsent(cause: unknown): void {
  logger().error({ err: cause }, "answer_not_sent")
}
