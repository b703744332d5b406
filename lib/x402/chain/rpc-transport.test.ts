import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { type AddressInfo } from "node:net"
import { inspect } from "node:util"
import { createClient } from "viem"
import { getLogs } from "viem/actions"
import { afterEach, describe, expect, test } from "vitest"
import { rpcTransport } from "./rpc-transport"

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

type Handle = (request: IncomingMessage, response: ServerResponse, seen: number) => void

/** A client of a node that answers by `handle`; `seen` counts its calls from 1. */
async function clientOf(handle: Handle, timeoutMs = 2_000) {
  let seen = 0
  const server = createServer((request, response) => {
    request.resume()
    request.on("end", () => handle(request, response, (seen += 1)))
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  stops.push(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const client = createClient({ transport: rpcTransport({ url: `http://127.0.0.1:${port}/`, timeoutMs }) })
  const ask = () => client.request<{ ReturnType: unknown }>({ method: "eth_chainId", params: [] })
  return { ask, seen: () => seen }
}

const reply = (response: ServerResponse, value: object) =>
  response.end(JSON.stringify({ jsonrpc: "2.0", id: 1, ...value }))

describe("JSON-RPC over open connections", () => {
  test("a result is returned unchanged, also null", async () => {
    const { ask } = await clientOf((_, response, seen) => reply(response, { result: seen === 1 ? "0x2105" : null }))
    expect(await ask()).toBe("0x2105")
    expect(await ask()).toBeNull()
  })

  test("sequential calls use one connection", async () => {
    const ports = new Set<number | undefined>()
    const { ask } = await clientOf((request, response) => {
      ports.add(request.socket.remotePort)
      reply(response, { result: "0x1" })
    })
    for (let call = 0; call < 5; call++) await ask()
    expect(ports.size).toBe(1)
  })

  test.each([
    [{ code: -32_601, message: "no such method" }, "MethodNotFoundRpcError"],
    [{ code: -32_003, message: "insufficient funds for gas", data: "0x" }, "TransactionRejectedRpcError"],
  ])("an RPC error has viem's class and the node's message: %j", async (error, name) => {
    const { ask, seen } = await clientOf((_, response) => reply(response, { error }))
    const failure = await ask().catch((cause: unknown) => cause)
    expect(failure).toMatchObject({ name })
    expect(String(failure)).toContain(error.message)
    expect(seen(), "the call is not repeated").toBe(1)
  })

  test.each(["<html>busy</html>", "[]", "", '{"jsonrpc":"2.0"}', '{"result":', `{"a":"${"x".repeat(4_100_000)}"}`])(
    "a body that is not JSON-RPC is an error: %.20s",
    async (body) => {
      const { ask } = await clientOf((_, response) => response.end(body))
      await expect(ask()).rejects.toThrow(Error)
    },
  )

  test("a call to a node that does not answer fails at the deadline", async () => {
    const { ask } = await clientOf(() => undefined, 100)
    await expect(ask()).rejects.toThrow(Error)
  })

  test("a slow answer after a closed connection fails at the same deadline", async () => {
    const { ask, seen } = await clientOf((request, response, count) => {
      if (count === 1) return void reply(response, { result: "0x1" })
      if (count === 2) return void setTimeout(() => request.socket.resetAndDestroy(), 200)
      response.writeHead(200).write('{"jsonrpc"')
    }, 300)
    await ask()
    const startedMs = performance.now()
    await expect(ask()).rejects.toThrow(Error)
    expect(performance.now() - startedMs, "one deadline for both").toBeLessThan(450)
    expect(seen()).toBe(3)
  })

  test("after a call without an answer no old connection is used", async () => {
    const ports: (number | undefined)[] = []
    const { ask } = await clientOf((request, response, count) => {
      ports.push(request.socket.remotePort)
      if (count === 4) return void response.writeHead(502).end("out of service")
      if (count <= 3) return void setTimeout(() => reply(response, { result: "0x1" }), 50)
      reply(response, { result: "0x1" })
    })
    await Promise.all([ask(), ask(), ask()])
    await expect(ask()).rejects.toThrow("502")
    await ask()
    await ask()
    expect(new Set(ports.slice(0, 4)).size).toBe(3)
    expect(ports.slice(0, 4)).not.toContain(ports[4])
    expect(ports[5], "the new connection is kept").toBe(ports[4])
  })

  test("a call on an idle connection that the node closed is repeated on a new connection", async () => {
    const { ask, seen } = await clientOf((request, response, count) => {
      if (count === 2) request.socket.resetAndDestroy()
      else reply(response, { result: "0x1" })
    })
    await ask()
    expect(await ask()).toBe("0x1")
    expect(seen()).toBe(3)
  })
})

describe("the node's address in error messages", () => {
  const failures: readonly (readonly [string, Handle])[] = [
    ["a page", (_, response) => response.writeHead(401).end("<h1>no</h1>")],
    ["an error", (_, response) => reply(response, { error: { code: -32_005, message: "too many results" } })],
    ["a closed connection", (_, response) => response.destroy()],
    ["silence", () => undefined],
  ]

  test.each(failures)("has no path and no password, because they may be secrets: %s", async (_, handle) => {
    const server = createServer((request, response) => {
      request.resume()
      request.on("end", () => handle(request, response, 1))
    })
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    stops.push(() => {
      server.closeAllConnections()
      server.close()
    })
    const { port } = server.address() as AddressInfo
    const url = `http://user:passw0rd@127.0.0.1:${port}/v2/apikey?token=s3cret`
    const client = createClient({ transport: rpcTransport({ url, timeoutMs: 200 }) })
    const failure = await getLogs(client, { fromBlock: 1n, toBlock: 2n }).catch((cause: unknown) => cause)
    expect(failure).toBeInstanceOf(Error)
    expect(inspect(failure, { depth: 9 })).not.toMatch(/apikey|s3cret|passw0rd/)
  })
})
