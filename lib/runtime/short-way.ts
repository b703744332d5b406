import type { ApiRoutes } from "@/lib/http/lane/find-route"
import { createLane } from "@/lib/http/lane/lane"
import { config } from "./config"
import { openLane } from "./open-lane"
import { logger } from "./runtime"

/** From the next request on plain questions to the API go past Next's router. */
export function openShortWay(routes: ApiRoutes): void {
  const { origin } = config()
  openLane(createLane({ routes, origin, onFault: logUnsent }))
}

function logUnsent(cause: unknown): void {
  logger().error({ err: cause }, "answer_not_sent")
}
