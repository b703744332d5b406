import { once } from "node:events"
import { Agent, createServer, get, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { expect, test } from "vitest"
import { closeConnectionsAfterResponse } from "./close-idle-connections"

test("a connection with a request in flight closes after its response when the server closes", async () => {
  const replies: ServerResponse[] = []
  const server = createServer((_, reply) => void replies.push(reply)).listen(0, "127.0.0.1")
  server.keepAliveTimeout = 60_000
  await once(server, "listening")
  const agent = new Agent({ keepAlive: true })
  // The server listens on a port, so the address is not a pipe name.
  const { port } = server.address() as AddressInfo
  const asked = get({ host: "127.0.0.1", port, agent })
  await once(server, "request")

  closeConnectionsAfterResponse()
  const closed = once(server.close(), "close").then(() => "closed")
  replies[0]?.end("whole")
  const [answer] = await once(asked, "response")
  expect(await readAll(answer)).toBe("whole")
  expect(await Promise.race([closed, after(3_000, "open")])).toBe("closed")
  agent.destroy()
})

async function readAll(answer: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = []
  for await (const part of answer) parts.push(part)
  return Buffer.concat(parts).toString()
}

function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), ms).unref())
}
