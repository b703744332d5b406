import { subscribe, unsubscribe } from "node:diagnostics_channel"
import type { Server } from "node:http"
import type { Lane } from "@/lib/http/lane/lane"

const REQUEST_START = "http.server.request.start"

/**
 * Puts a lane before Next's own listener. Next opens the server and hands it to nobody, so it is met with the first request,
 * which Node tells of before it is handed on.
 *
 * @see https://nodejs.org/api/diagnostics_channel.html#http
 */
export function openLane(lane: Lane): void {
  const meet = (message: unknown) => {
    // What Node promises for this channel; its types say `unknown`.
    const { server } = message as { readonly server: Server }
    unsubscribe(REQUEST_START, meet)
    takeFirst(server, lane)
  }
  subscribe(REQUEST_START, meet)
}

function takeFirst(server: Server, lane: Lane): void {
  const others = server.listeners("request")
  server.removeAllListeners("request")
  server.on("request", (asked, reply) => {
    if (lane(asked, reply)) return
    for (const listener of others) Reflect.apply(listener, server, [asked, reply])
  })
}
