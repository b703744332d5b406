import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { z } from "zod"
import type { CatalogueRequest } from "@/tools/testing/catalogue/requests"

export type ReceivedWebhook = {
  readonly id: string
  readonly signature: string
  readonly body: string
}

const Challenge = z.object({ signal402_challenge: z.string().optional() })

/** A request whose alert, if it buys one, goes to `url`. */
export function withTarget(question: CatalogueRequest, url: string): CatalogueRequest {
  return "target" in question.query ? { ...question, query: { ...question.query, target: url } } : question
}

/** A receiver of SANDBOX_WEBHOOKS. Each test file has one of its own. */
export function sandboxWebhook(index: 0 | 1 | 2 | 3): string {
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
        const { signal402_challenge } = Challenge.parse(JSON.parse(body))
        if (signal402_challenge !== undefined) return void response.end(JSON.stringify({ signal402_challenge }))
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
