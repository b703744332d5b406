import { once } from "node:events"
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from "node:http"

export type Front = { readonly stop: () => Promise<void> }

const HOST = "127.0.0.1"
/** The sandbox's own paths change something in one process alone. */
const FIRST_ONLY = "/api/sandbox/"

/**
 * One port before several processes, which take requests in turn. `X-Served-By` says whose turn it was; one that is gone
 * is passed over.
 */
export async function openFront(port: number, targets: readonly number[]): Promise<Front> {
  const agent = new Agent({ keepAlive: true })
  // Apart, because a buyer asks first without payment, then with it: every second request would meet one process alone.
  const turns = { paid: 0, other: 0 }

  function answer(asked: IncomingMessage, reply: ServerResponse): void {
    const { url, headers } = asked
    const kind = "payment-signature" in headers || "x-payment" in headers ? "paid" : "other"
    const first = url?.startsWith(FIRST_ONLY) ? 0 : turns[kind]++
    pass(
      asked,
      reply,
      targets.map((_, step) => (first + step) % targets.length),
    )
  }

  function pass(asked: IncomingMessage, reply: ServerResponse, [index, ...others]: readonly number[]): void {
    if (index === undefined) return void reply.writeHead(502).end("No process answers.\n")
    const { method = "GET", url = "/", headers } = asked
    const onward = request({ agent, host: HOST, port: targets[index], method, path: url, headers })
    onward.once("response", (answered) => {
      reply.writeHead(answered.statusCode ?? 502, { ...answered.headers, "x-served-by": String(index + 1) })
      answered.pipe(reply)
    })
    onward.on("error", () => {
      if (reply.closed) return
      // What was begun cannot be begun again, and a body is read once.
      if (reply.headersSent || asked.readableFlowing) reply.destroy()
      else pass(asked, reply, others)
    })
    reply.once("close", () => onward.destroy())
    if (method === "GET" || method === "HEAD") onward.end()
    else asked.pipe(onward)
  }

  const server = createServer(answer).listen(port, HOST)
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
