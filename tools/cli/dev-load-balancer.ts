import { once } from "node:events"
import {
  Agent,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from "node:http"
import { pipeline } from "node:stream"
import { MAX_MESSAGE_BYTES } from "@/lib/server/mcp/handle-post"
import { KEEP_ALIVE_MS } from "./keep-alive"
import { readBounded } from "@/lib/domain/read-bounded"

export type LoadBalancer = { readonly stop: () => Promise<void> }

type Exchange = { readonly asked: IncomingMessage; readonly body: Buffer; readonly reply: ServerResponse }

const HOST = "127.0.0.1"
/** The sandbox's own paths change state of one process, so all such requests go to the first. */
const FIRST_ONLY = "/api/sandbox/"

/**
 * One port for several processes, which get requests in turn. `X-Served-By` names the process that answered. A stopped
 * process is skipped.
 */
export async function openLoadBalancer(port: number, targets: readonly number[]): Promise<LoadBalancer> {
  const agent = new Agent({ keepAlive: true })
  // Counted separately: a buyer sends an unpaid and a paid request in turn, so one process would get all paid ones.
  const turns = { paid: 0, other: 0 }

  async function answer(asked: IncomingMessage, reply: ServerResponse): Promise<void> {
    const { url, headers } = asked
    const kind = "payment-signature" in headers || "x-payment" in headers ? "paid" : "other"
    const first = url?.startsWith(FIRST_ONLY) ? 0 : turns[kind]++
    const body = await readBody(asked)
    if (body === "cut off") return void reply.destroy()
    if (body === "too large") {
      // A client that is still sending does not read the answer, so the rest is discarded.
      asked.resume()
      return void reply.writeHead(413, { connection: "close" }).end(`A body has at most ${MAX_MESSAGE_BYTES} bytes.\n`)
    }
    const order = targets.map((_, step) => (first + step) % targets.length)
    pass({ asked, body, reply }, order)
  }

  function pass({ asked, body, reply }: Exchange, [index, ...others]: readonly number[]): void {
    if (reply.closed) return
    if (index === undefined) return void reply.writeHead(502).end("No process answers.\n")
    const { method = "GET", url = "/" } = asked
    const headers = headersFor(asked, body)
    const upstream = request({ agent, host: HOST, port: targets[index], method, path: url, headers })
    const abortUpstream = () => void upstream.destroy()
    upstream.once("response", (answered) => {
      reply.writeHead(answered.statusCode ?? 502, { ...ownHeaders(answered), "x-served-by": String(index + 1) })
      // An answer that is cut off must be cut off for the client too.
      pipeline(answered, reply, () => undefined)
    })
    upstream.on("error", () => {
      reply.off("close", abortUpstream)
      if (reply.closed) return
      // An answer that was started cannot be started again.
      if (reply.headersSent) reply.destroy()
      else pass({ asked, body, reply }, others)
    })
    reply.once("close", abortUpstream)
    upstream.end(body)
  }

  const server = createServer((asked, reply) => void answer(asked, reply)).listen(port, HOST)
  server.keepAliveTimeout = KEEP_ALIVE_MS
  await once(server, "listening")
  return {
    async stop() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, "close")
    },
  }
}

/** The whole body, because another process may have to get it again. */
async function readBody(asked: IncomingMessage): Promise<Buffer | "too large" | "cut off"> {
  try {
    return (await readBounded(asked.iterator({ destroyOnReturn: false }), MAX_MESSAGE_BYTES)) ?? "too large"
  } catch {
    return "cut off"
  }
}

/** The headers without those of the connection to the process. */
function ownHeaders({ headers }: IncomingMessage): OutgoingHttpHeaders {
  const { connection: _, "keep-alive": __, ...rest } = headers
  return rest
}

/** The body is complete here, so chunking headers do not apply. */
function headersFor({ headers }: IncomingMessage, body: Buffer): OutgoingHttpHeaders {
  const { "transfer-encoding": chunked, ...rest } = headers
  return chunked === undefined ? rest : { ...rest, "content-length": body.length }
}
