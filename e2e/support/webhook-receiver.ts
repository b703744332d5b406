import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { z } from "zod"

export type ReceivedWebhook = {
  readonly id: string
  readonly signature: string
  readonly body: string
}

/** A receiver of SANDBOX_WEBHOOKS. Each test file has one of its own. */
export function sandboxWebhook(index: 0 | 1): string {
  return z.url().parse((process.env["SANDBOX_WEBHOOKS"] ?? "").split(",")[index])
}

/** A local receiver that consents to alerts and fails until `accept` is called. `url` must be one of SANDBOX_WEBHOOKS. */
export function createWebhookReceiver(url: string) {
  const received: ReceivedWebhook[] = []
  const accepted: ReceivedWebhook[] = []
  let isAccepting = false
  let server: Server | null = null
  const start = async () => {
    server = createServer((request, response) => {
      let body = ""
      request.on("data", (part: Buffer) => (body += part.toString()))
      request.on("end", () => {
        const { challenge } = z.object({ challenge: z.string().optional() }).parse(JSON.parse(body))
        if (challenge !== undefined) return void response.end(JSON.stringify({ challenge }))
        const header = (name: string) => String(request.headers[name])
        const webhook = { id: header("x-signal402-id"), signature: header("x-signal402-signature"), body }
        received.push(webhook)
        if (isAccepting) accepted.push(webhook)
        response.writeHead(isAccepting ? 204 : 503).end()
      })
    })
    const { port, hostname } = new URL(url)
    server.listen(Number(port), hostname)
    await once(server, "listening")
  }
  const stop = async () => {
    const stopped = server
    server = null
    stopped?.closeAllConnections()
    await new Promise((resolve) => (stopped ? stopped.close(resolve) : resolve(null)))
  }
  const accept = () => {
    isAccepting = true
  }
  return { received, accepted, start, stop, accept }
}
