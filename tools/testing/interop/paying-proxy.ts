import { once } from "node:events"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import { wrapFetchWithPayment } from "@x402/fetch"
import { newPayer, officialClient } from "@/tools/testing/payments/x402-payer"

export type PayingProxy = {
  readonly url: string
  /** How many answers were paid for. */
  readonly paid: () => number
  readonly stop: () => Promise<void>
}

/** A wallet has 10 play USDC, and no answer costs more than a tenth of it. */
const PAYMENTS_PER_WALLET = 10

/** The headers of version 2 and of version 1. */
const PROOF_HEADERS = ["payment-signature", "x-payment"]

/** `fetch` has decoded the body and sends a `Host` of its own. */
const HOP_HEADERS = new Set([
  "host",
  "connection",
  "content-length",
  "content-encoding",
  "transfer-encoding",
  "keep-alive",
])

/** A local proxy that forwards requests to the service and pays each 402 with the official client. */
export async function startPayingProxy(origin: string): Promise<PayingProxy> {
  let paid = 0
  let payer = newPayer(origin)

  async function forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const { method = "GET", url = "/" } = request
    const headers = Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
      HOP_HEADERS.has(name) ? [] : values.map((value): [string, string] => [name, value]),
    )
    // A proof that was made up is passed on: the client does not pay a second time.
    const isSigned = PROOF_HEADERS.some((name) => name in request.headers)
    const ask = isSigned ? fetch : wrapFetchWithPayment(fetch, officialClient(await payer))
    const answer = await ask(new Request(origin + url, { method, headers, ...(body.length > 0 && { body }) }))
    if (answer.headers.has("payment-response")) {
      paid += 1
      if (paid % PAYMENTS_PER_WALLET === 0) payer = newPayer(origin)
    }
    const own = [...answer.headers].filter(([name]) => !HOP_HEADERS.has(name))
    response.writeHead(answer.status, own.flat())
    response.end(Buffer.from(await answer.arrayBuffer()))
  }

  const server = createServer((request, response) => {
    forward(request, response).catch((cause: unknown) => response.writeHead(502).end(String(cause)))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}`, paid: () => paid, stop }
}
