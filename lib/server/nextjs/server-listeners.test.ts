import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, test } from "vitest"
import { takeOverServer } from "./server-listeners"

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

test("takeOverServer() intercepts requests before the server's own listener, on one server only", async () => {
  const next = await serve("next")
  takeOverServer(({ url }, reply) => {
    if (url !== "/api") return false
    reply.end("intercepted")
    return true
  })
  expect(await next.ask("/api")).toBe("intercepted")
  expect(await next.ask("/docs")).toBe("next")
  expect(await next.ask("/api")).toBe("intercepted")
  const third = await serve("third")
  expect(await third.ask("/api")).toBe("third")
})
