import { once } from "node:events"
import { createServer, type IncomingMessage, type Server } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { text } from "node:stream/consumers"
import { afterEach, expect, test } from "vitest"
import { postRoute, type RequestLog } from "./route"

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

async function listen(server: Server): Promise<number> {
  servers.push(server)
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  return (server.address() as AddressInfo).port
}

test("a client that disconnects during its upload is logged as 499 without an error", async () => {
  const logged: Parameters<RequestLog>[0][] = []
  const route = postRoute(
    async (request) => Response.json(await request.text()),
    () => ({
      origin: "https://signal402.example",
      newRequestId: () => "1",
      log: (facts) => logged.push(facts),
      now: () => 0,
    }),
  )
  const port = await listen(
    createServer((incoming, outgoing) => {
      void route.POST(requestOf(incoming), { params: Promise.resolve({}) }).then((response) => {
        outgoing.writeHead(response.status).end()
      })
    }),
  )
  for (let client = 0; client < 20; client += 1) {
    const socket = connect(port, "127.0.0.1")
    socket.on("error", () => undefined)
    socket.write('POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n{"jsonrpc"')
    setTimeout(() => socket.resetAndDestroy(), 20)
  }
  await expect.poll(() => logged.length).toBe(20)
  expect(new Set(logged.map(({ status, error }) => `${status} ${String(error)}`))).toEqual(new Set(["499 null"]))
})

/** A request whose body fails with the error of Node's stream, as in Next.js. */
function requestOf(incoming: IncomingMessage): Request {
  const request = new Request("https://signal402.example/mcp", { method: "POST" })
  return Object.assign(request, { text: () => text(incoming) })
}
