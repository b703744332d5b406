import { INTERFACE_VERSION } from "@/lib/api/catalogue"
import { machineHeaders } from "@/lib/http/headers"
import { alreadyLogged, postRoute, type Route, type RouteContext } from "@/lib/http/route"
import { answerPost } from "@/lib/mcp/answer-post"
import type { Dispatch } from "@/lib/mcp/server"
import { requirementsV2 } from "@/lib/payments/wire/requirements"
import type { ToolId } from "@/lib/mcp/tools"
import { config } from "./config"
import { routeOptions } from "./routes"
import { logger, paymentTerms } from "./runtime"

type AskRoute = (tool: ToolId, request: Request, context: RouteContext) => Promise<Response>

/**
 * Serves the tools over the routes of this process: whatever they promise holds here as well. The line of a call in
 * the request log is its route's, which knows what it came to.
 */
export function mcp(askRoute: AskRoute): Route {
  return postRoute(async (request, _context, requestId) => {
    const { origin } = config()
    let isLogged = false
    const dispatch: Dispatch = (tool, asked, segments) => {
      isLogged = true
      return askRoute(tool, asked, { params: Promise.resolve(segments), call: { tool, requestId } })
    }
    const answer = await answerPost(request, {
      dispatch,
      origin,
      version: INTERFACE_VERSION,
      instructions: instructions(),
      requirementsOf: ({ price }) => requirementsV2(paymentTerms(), price),
      onFault,
    })
    const response = new Response(answer.body, { status: answer.status, headers: machineHeaders(requestId) })
    return isLogged ? alreadyLogged(response) : response
  }, routeOptions)
}

function onFault(cause: unknown): void {
  logger().error({ err: cause }, "mcp_message_failed")
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
