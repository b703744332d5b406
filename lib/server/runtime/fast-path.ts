import { createFastPath, type ApiRoutes } from "@/lib/server/http/fast-path/fast-path"
import { createPageCache, type PageCookie } from "@/lib/server/http/page-cache"
import type { Route } from "@/lib/server/http/route"
import { takeOverServer } from "@/lib/server/nextjs/server-listeners"
import { config } from "./config"
import { routeOptions } from "./routes"
import { logger } from "./runtime"

/** Answers requests to the API, for documents and for kept pages without Next.js's router, from the next connection on. */
export function installFastPath(
  routes: ApiRoutes,
  documents: Readonly<Record<string, Route>>,
  pageCookie: PageCookie,
): void {
  const { origin, clientHeader } = config()
  const fastPath = createFastPath({ routes, documents, origin, clientHeader, routeOptions, onError: logUnsent })
  const pageCache = createPageCache({
    cookie: pageCookie,
    now: () => performance.now(),
    onError: logUnsent,
  })
  takeOverServer((request, response) => fastPath(request, response) || pageCache(request, response))
}

function logUnsent(cause: unknown): void {
  logger().error({ err: cause }, "answer_not_sent")
}
