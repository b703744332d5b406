import { subscribe } from "node:diagnostics_channel"
import type { Server } from "node:http"

/**
 * From now on a connection ends with the answer that is under way on it.
 *
 * A server that is told to end closes idle connections once, at that moment. One that becomes idle later would hold up the
 * process's end for as long as it may be reused.
 *
 * @see https://nodejs.org/api/diagnostics_channel.html#http
 */
export function endConnectionsWhenAnswered(): void {
  subscribe("http.server.response.finish", (message) => {
    // What Node promises for this channel; its types say `unknown`.
    const { server } = message as { readonly server: Server }
    // The connection counts as idle when Node is done with the answer itself.
    setImmediate(() => server.closeIdleConnections())
  })
}
