import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { IncomingMessage, Server, ServerResponse } from "node:http"

const REQUEST_START = "http.server.request.start"

/** Answers a request and returns true, or returns false and leaves the request untouched. */
export type RequestInterceptor = (request: IncomingMessage, response: ServerResponse) => boolean

/**
 * Installs `intercept` before the request listener of Next.js. Next.js opens its server and hands it to nobody, so the server
 * is taken from Node's announcement of the first request, which comes before its listeners run.
 *
 * @see https://nodejs.org/api/diagnostics_channel.html#http
 */
export function interceptRequests(intercept: RequestInterceptor): void {
  const onRequest = (message: unknown) => {
    // Node documents this shape; its types say `unknown`.
    const { server } = message as { readonly server: Server }
    unsubscribe(REQUEST_START, onRequest)
    replaceListener(server, intercept)
  }
  subscribe(REQUEST_START, onRequest)
}

function replaceListener(server: Server, intercept: RequestInterceptor): void {
  const others = server.listeners("request")
  server.removeAllListeners("request")
  server.on("request", (request, response) => {
    if (intercept(request, response)) return
    for (const listener of others) Reflect.apply(listener, server, [request, response])
  })
}
