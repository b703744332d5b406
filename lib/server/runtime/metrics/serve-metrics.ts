import { createServer, type Server } from "node:http"
import type { Registry } from "prom-client"

type MetricsServerOptions = {
  readonly registry: Pick<Registry, "metrics" | "contentType">
  readonly port: number
  /** An IP address. Absent: this machine alone. */
  readonly host?: string
  /** Sets the gauges. */
  readonly collect: () => Promise<void>
  readonly onError: (error: unknown) => void
}

/** Serves `GET /metrics` at one address. A port that is taken is reported and does not stop the service. */
export function serveMetrics({ registry, port, host = "127.0.0.1", collect, onError }: MetricsServerOptions): Server {
  const server = createServer((request, response) => {
    if (request.url !== "/metrics" || request.method !== "GET") {
      response.writeHead(404).end()
      return
    }
    collect()
      // The counters are true although a gauge could not be read.
      .catch(onError)
      .then(() => registry.metrics())
      .then((text) => response.writeHead(200, { "Content-Type": registry.contentType }).end(text))
      .catch((error: unknown) => {
        onError(error)
        response.writeHead(500).end()
      })
  })
  server.on("error", onError)
  server.listen(port, host)
  server.unref()
  return server
}
