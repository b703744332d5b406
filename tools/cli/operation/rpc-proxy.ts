import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import { z } from "zod"

/**
 * What a node does wrong: `down` closes every connection, `hung` never answers, `lagging` stays at one block, `refusing` takes no
 * transaction, `lying` says that every transaction has paid.
 */
export type NodeFault = "down" | "hung" | "lagging" | "refusing" | "lying"

export type RpcProxy = {
  readonly url: string
  /** `null`: passes everything on. */
  readonly set: (fault: NodeFault | null) => void
  readonly stop: () => Promise<void>
}

const Call = z.looseObject({ id: z.unknown(), method: z.string(), params: z.array(z.unknown()).default([]) })
type Call = z.output<typeof Call>

/** A node in front of another one, which a test can make misbehave. */
export async function openRpcProxy(target: string): Promise<RpcProxy> {
  let fault: NodeFault | null = null
  let frozen: Promise<unknown> | null = null

  const ask = async (body: unknown): Promise<unknown> => {
    const response = await fetch(target, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    })
    return response.json()
  }

  /** `undefined`: never. */
  async function answer(call: Call): Promise<unknown> {
    const reply = (result: unknown) => ({ jsonrpc: "2.0", id: call.id, result })
    if (fault === "lagging") {
      if (call.method === "eth_getBlockByNumber" && call.params[0] === "latest") {
        return { ...Object(await (frozen ??= ask(call))), id: call.id }
      }
      if (call.method === "eth_getTransactionReceipt") return reply(null)
    }
    if (fault === "refusing" && call.method.startsWith("eth_sendRawTransaction")) {
      return { jsonrpc: "2.0", id: call.id, error: { code: -32_000, message: "transaction pool is closed" } }
    }
    if (fault === "lying" && call.method === "eth_getTransactionReceipt") {
      const told = Object(await ask(call)) as { result?: object | null }
      return reply(told.result ? { ...told.result, status: "0x1" } : invented(call.params[0]))
    }
    return ask(call)
  }

  const server = createServer((request, response) => {
    const respond = async () => {
      const call = Call.parse(JSON.parse(await text(request)))
      if (fault === "down") return void request.socket.destroy()
      if (fault === "hung") return
      response.setHeader("Content-Type", "application/json")
      response.end(JSON.stringify(await answer(call)))
    }
    respond().catch(() => request.socket.destroy())
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    set(next) {
      fault = next
      frozen = null
      // What hangs ends when the node does not hang any more.
      server.closeAllConnections()
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

/** A receipt of a transaction that is in no block. */
function invented(hash: unknown) {
  return {
    transactionHash: hash,
    blockHash: `0x${"11".repeat(32)}`,
    blockNumber: "0x1",
    transactionIndex: "0x0",
    status: "0x1",
    gasUsed: "0x5208",
    cumulativeGasUsed: "0x5208",
    effectiveGasPrice: "0x1",
    logs: [],
    logsBloom: `0x${"00".repeat(256)}`,
    type: "0x2",
    from: `0x${"00".repeat(20)}`,
    to: null,
    contractAddress: null,
  }
}
