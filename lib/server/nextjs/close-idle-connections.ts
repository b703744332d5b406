import { subscribe } from "node:diagnostics_channel"
import type { Server } from "node:http"

/**
 * Closes each connection after the response in flight.
 *
 * A closing server closes idle connections once, at that moment. A connection that becomes idle later would keep the process
 * alive for the keep-alive time.
 *
 * @see https://nodejs.org/api/diagnostics_channel.html#http
 */
export function closeConnectionsAfterResponse(): void {
  subscribe("http.server.response.finish", (message) => {
    // Node documents this shape; its types say `unknown`.
    const { server } = message as { readonly server: Server }
    // The connection counts as idle only after Node has finished its own work on the answer.
    setImmediate(() => server.closeIdleConnections())
  })
}
