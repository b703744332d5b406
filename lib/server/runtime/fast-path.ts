import { createFastPath, type ApiRoutes } from "@/lib/server/http/fast-path/fast-path"
import type { Route } from "@/lib/server/http/route"
import { takeOverServer } from "@/lib/server/nextjs/server-listeners"
import { config } from "./config"
import { routeOptions } from "./routes"
import { logger } from "./runtime"

/** Answers requests to the API and for documents without Next.js's router, from the next connection on. */
export function installFastPath(routes: ApiRoutes, documents: Readonly<Record<string, Route>>): void {
  const { origin, clientHeader } = config()
  takeOverServer(createFastPath({ routes, documents, origin, clientHeader, routeOptions, onError: logUnsent }))
}

function logUnsent(cause: unknown): void {
  logger().error({ err: cause }, "answer_not_sent")
}
