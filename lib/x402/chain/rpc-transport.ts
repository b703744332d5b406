import { Agent as HttpAgent, request as httpRequest } from "node:http"
import { Agent as HttpsAgent, request as httpsRequest } from "node:https"
import { type CustomTransport, custom } from "viem"
import { z } from "zod"
import { createRpcFailover, type RpcCall, type RpcNode } from "./rpc-failover"

export type RpcTransportOptions = {
  /** Several: the first that is fit answers, as `createRpcFailover` says. */
  readonly url: string | readonly string[]
  /** For the whole call. */
  readonly timeoutMs: number
  /**
   * The maximum size of an answer, by default 4 MB: the largest honest one of a payment, a full batch's receipt, has 60
   * KB.
   */
  readonly maxBytes?: number
  /** Called after each call to a node. */
  readonly onCall?: (call: RpcCallFacts) => void
  /** Receives what happens to the nodes of a list. */
  readonly log?: (event: string, facts: Readonly<Record<string, unknown>>) => void
}

/** `error`: the node answered with an error; `failed`: it gave no answer. */
export type RpcCallFacts = {
  readonly method: string
  readonly outcome: "ok" | "error" | "failed"
  readonly durationMs: number
}

const Reply = z.object({
  error: z.object({ code: z.number(), message: z.string(), data: z.unknown().optional() }).nullish(),
  result: z.unknown().optional(),
})

/**
 * JSON-RPC over connections that stay open, for the two calls that every payment waits for.
 *
 * Compared with viem's HTTP transport, which builds a `fetch` request around each call, it halves the time of a call to
 * a nearby node (`npm run bench -- payments`). A call that a node may have received is not repeated here: the callers
 * know which calls may be repeated.
 *
 * @see https://www.jsonrpc.org/specification
 */
export function rpcTransport({ url, log = () => undefined, ...options }: RpcTransportOptions): CustomTransport {
  const urls = typeof url === "string" ? [url] : url
  const [first, ...others] = urls.map((each) => createNode(each, options))
  if (first === undefined) throw new Error("At least one node is required.")
  const request =
    others.length === 0 ? first.request : createRpcFailover({ nodes: [first, ...others], clock: Date.now, log })
  return custom({ request }, { retryCount: 0 })
}

function createNode(url: string, options: Omit<RpcTransportOptions, "url" | "log">): RpcNode {
  const { timeoutMs, maxBytes = 4_000_000, onCall } = options
  const target = new URL(url)
  const secure = target.protocol === "https:"
  const connections = createConnections(() =>
    secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true }),
  )
  const open = secure ? httpsRequest : httpRequest
  let id = 0

  function post(body: string, endMs: number, isAgain = false): Promise<string> {
    return new Promise((resolve, reject) => {
      const headers = { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) }
      const agent = connections.current()
      const request = open(target, { method: "POST", agent, headers }, (response) => {
        let text = ""
        response.setEncoding("utf8")
        response.on("data", (part: string) => {
          text += part
          if (text.length > maxBytes) response.destroy(new Error("The node's answer is too large."))
        })
        response.on("error", reject)
        response.on("end", () => {
          if (text.startsWith("{")) resolve(text)
          else reject(new Error(`The node answers ${response.statusCode ?? "nothing"} and no JSON-RPC.`))
        })
      })
      request.on("error", (error) => {
        // The node closed an idle connection when it was reused, so it never received the call.
        if (request.reusedSocket && !isAgain && "code" in error && error.code === "ECONNRESET") {
          resolve(post(body, endMs, true))
        } else reject(error)
      })
      // A timer, because an abort signal takes a third of the time of the call.
      const late = () => request.destroy(new Error(`The node has not answered within ${timeoutMs} ms.`))
      const timer = setTimeout(late, endMs - performance.now())
      request.on("close", () => clearTimeout(timer))
      request.end(body)
    })
  }

  async function request({ method, params }: RpcCall): Promise<unknown> {
    id += 1
    const call = JSON.stringify({ jsonrpc: "2.0", id, method, params })
    const startedMs = performance.now()
    const count = (outcome: RpcCallFacts["outcome"]) =>
      onCall?.({ method, outcome, durationMs: performance.now() - startedMs })
    let reply: z.output<typeof Reply>
    try {
      reply = Reply.parse(JSON.parse(await post(call, startedMs + timeoutMs)))
    } catch (cause) {
      connections.renew()
      count("failed")
      throw cause
    }
    const { error, result } = reply
    count(error ? "error" : "ok")
    // viem makes its error class from an object with an RPC code.
    if (error) throw Object.assign(new Error(error.message), error)
    if (result === undefined) throw new Error("The node's answer has neither a result nor an error.")
    return result
  }

  return { host: target.host, request }
}

const LIFETIME_MS = 300_000

/**
 * Connections that are kept open. After a call without an answer, and every five minutes, idle ones are closed and new ones are
 * opened: behind a load balancer an old connection may lead to a node that is out of service. Calls under way go on.
 */
function createConnections(open: () => HttpAgent): { readonly current: () => HttpAgent; readonly renew: () => void } {
  let agent = open()
  let openedMs = performance.now()

  function renew(): void {
    const old = agent
    agent = open()
    openedMs = performance.now()
    old.maxFreeSockets = 0
    for (const sockets of Object.values(old.freeSockets)) for (const socket of sockets ?? []) socket.destroy()
  }

  return {
    current() {
      if (performance.now() - openedMs > LIFETIME_MS) renew()
      return agent
    },
    renew,
  }
}
