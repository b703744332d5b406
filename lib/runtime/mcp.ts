import { INTERFACE_VERSION } from "@/lib/api/catalogue"
import { machineHeaders } from "@/lib/http/headers"
import { jsonResponse, postRoute, type Route } from "@/lib/http/route"
import { answerPost } from "@/lib/mcp/answer-post"
import type { Dispatch } from "@/lib/mcp/server"
import { config } from "./config"
import { routeOptions } from "./routes"

/** Serves the tools over the routes of this process: whatever they promise holds here as well. */
export function mcp(dispatch: Dispatch): Route {
  return postRoute(async (request, _context, requestId) => {
    const { origin } = config()
    const server = { dispatch, origin, version: INTERFACE_VERSION, instructions: instructions() }
    const { status, body } = await answerPost(request, server)
    if (body === null) return new Response(null, { status, headers: machineHeaders(requestId) })
    return jsonResponse(body, requestId, status)
  }, routeOptions)
}

function instructions(): string {
  const { mode, chain } = config()
  return [
    "Crypto-market intelligence, sold by the call.",
    mode === "sandbox" ? "This is the sandbox: a simulated market and play money; never trade on it." : "",
    `A paid tool, called without payment, answers with x402 payment requirements (USDC on ${chain.network});`,
    'call it again with the signed payment in _meta["x402/payment"]. Wrong arguments and errors are not charged.',
    "After settlement_pending call again with the same payment and never sign again.",
    "The free tool versions tells whether a purchase would bring anything new.",
  ]
    .filter((line) => line !== "")
    .join(" ")
}
