import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"

/** A local replacement for an OpenTelemetry collector. It stores the received protobuf bodies. */
export async function startTraceCollector() {
  const bodies: Buffer[] = []
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on("data", (part: Buffer) => parts.push(part))
    request.on("end", () => {
      if (request.url === "/v1/traces") bodies.push(Buffer.concat(parts))
      response.writeHead(200, { "Content-Type": "application/x-protobuf" }).end()
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  /** The number of occurrences of these bytes in the received bodies. */
  const count = (bytes: Buffer): number =>
    bodies.reduce((sum, body) => {
      let times = 0
      for (let at = body.indexOf(bytes); at !== -1; at = body.indexOf(bytes, at + bytes.length)) times += 1
      return sum + times
    }, 0)
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}`, count, stop }
}
