import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { openLane } from "./open-lane"

const servers: Server[] = []

afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

async function serve(text: string): Promise<{ readonly ask: (path: string) => Promise<string> }> {
  const server = createServer((_, reply) => void reply.end(text)).listen(0, "127.0.0.1")
  servers.push(server)
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  return { ask: async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).text() }
}

test("from the first request on the lane is asked before the server's own listener, of one server alone", async () => {
  const next = await serve("next")
  openLane(({ url }, reply) => {
    if (url !== "/api") return false
    reply.end("lane")
    return true
  })
  expect(await next.ask("/api")).toBe("lane")
  expect(await next.ask("/docs")).toBe("next")
  expect(await next.ask("/api")).toBe("lane")
  const third = await serve("third")
  expect(await third.ask("/api")).toBe("third")
})
