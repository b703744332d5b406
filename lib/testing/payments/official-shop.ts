import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import {
  HTTPFacilitatorClient,
  type HTTPRequestContext,
  x402HTTPResourceServer,
  x402ResourceServer,
} from "@x402/core/server"
import { ExactEvmScheme } from "@x402/evm/exact/server"
import { PRICE, terms } from "./fixtures"

export type OfficialShop = {
  readonly url: string
  /** How often its goods were made. */
  readonly made: () => number
  readonly stop: () => Promise<void>
}

/**
 * A service of somebody else on the official packages alone, whose payments a facilitator settles. `extra`: how it asks to
 * be paid.
 */
export async function openOfficialShop(
  facilitator: { readonly url: string; readonly token: string },
  extra: Readonly<Record<string, string>> = terms.domain,
) {
  const { asset, payTo, network } = terms
  const auth = { Authorization: `Bearer ${facilitator.token}` }
  const client = new HTTPFacilitatorClient({
    url: facilitator.url,
    createAuthHeaders: () => Promise.resolve({ verify: auth, settle: auth, supported: auth }),
  })
  const price = { amount: PRICE.toString(), asset, extra }
  const shop = new x402HTTPResourceServer(new x402ResourceServer(client).register(network, new ExactEvmScheme()), {
    "GET /goods": { accepts: { scheme: "exact", price, network, payTo }, description: "Goods", mimeType: "text/plain" },
  })
  await shop.initialize()
  let made = 0
  const server = createServer((request, response) => {
    void serve(shop, request, response, () => {
      made += 1
      return `goods ${made}`
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", () => resolve())
  })
  const { port } = server.address() as AddressInfo
  const stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}/goods`, made: () => made, stop }
}

/** What the official middlewares do around a handler. */
async function serve(
  shop: x402HTTPResourceServer,
  request: IncomingMessage,
  response: ServerResponse,
  make: () => string,
): Promise<void> {
  const processed = await shop.processHTTPRequest(contextOf(request))
  if (processed.type === "payment-error") {
    const { status, headers, body } = processed.response
    response.writeHead(status, headers).end(JSON.stringify(body ?? {}))
    return
  }
  if (processed.type === "no-payment-required") {
    response.writeHead(404).end()
    return
  }
  const goods = make()
  const settled = await shop.processSettlement(processed.paymentPayload, processed.paymentRequirements)
  if (settled.success) response.writeHead(200, settled.headers).end(goods)
  else response.writeHead(402, settled.headers).end(JSON.stringify({ error: settled.errorReason }))
}

function contextOf(request: IncomingMessage): HTTPRequestContext {
  const header = (name: string): string | undefined => {
    const value = request.headers[name.toLowerCase()]
    return Array.isArray(value) ? value[0] : value
  }
  const path = request.url ?? "/"
  const method = request.method ?? "GET"
  const adapter = {
    getHeader: header,
    getMethod: () => method,
    getPath: () => path,
    getUrl: () => `http://${request.headers.host ?? "localhost"}${path}`,
    getAcceptHeader: () => header("accept") ?? "",
    getUserAgent: () => header("user-agent") ?? "",
  }
  const payment = header("payment-signature")
  return { adapter, path, method, ...(payment !== undefined && { paymentHeader: payment }) }
}
