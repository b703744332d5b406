import type { EndpointId } from "@/lib/endpoints/catalogue"
import { sandboxSummary } from "@/lib/api/deployment"
import { type Contract, isPaid } from "@/lib/api/contract"
import { catalogue } from "@/lib/endpoints/catalogue"
import { INTERFACE_VERSION } from "@/lib/api/interface-version"
import { machineHeaders } from "@/lib/server/http/response"
import { markLogged, postRoute, type Route, type RouteContext } from "@/lib/server/http/route"
import { handlePost } from "@/lib/server/mcp/handle-post"
import type { Dispatch } from "@/lib/server/mcp/server"
import { type PauseOf, toolsWithPrices } from "@/lib/server/mcp/tools"
import { config } from "./config"
import { routeOptions } from "./routes"
import { logger } from "./runtime"
import { contractPause } from "./sales-gate"

const paid = (catalogue as readonly Contract[]).filter(isPaid)

type CallRoute = (tool: EndpointId, request: Request, context: RouteContext) => Promise<Response>

/**
 * Serves MCP tools by calling the route handlers of this process, so that prices and guarantees are the same. The route writes
 * the log line of a tool call, because it knows the outcome.
 */
export function mcp(callRoute: CallRoute): Route {
  let list: ReturnType<typeof listed> | null = null
  const tools = () => {
    if (paid.some((contract) => contractPause(contract) !== null)) return { list: listed(pauseOfTool), isPaused: true }
    // Tools and prices change only with a new deployment.
    return { list: (list ??= listed()), isPaused: false }
  }
  return postRoute(async (request, _context, requestId) => {
    const { origin } = config()
    let isLogged = false
    const dispatch: Dispatch = (tool, toolRequest, segments) => {
      isLogged = true
      return callRoute(tool, toolRequest, { params: Promise.resolve(segments), call: { tool, requestId } })
    }
    const answer = await handlePost(request, {
      dispatch,
      origin,
      version: INTERFACE_VERSION,
      instructions: instructions(),
      tools,
      onFault,
    })
    const response = new Response(answer.body, { status: answer.status, headers: machineHeaders(requestId) })
    return isLogged ? markLogged(response) : response
  }, routeOptions)
}

const pauseOfTool: PauseOf = (contract) => contractPause(contract)

function listed(pauseOf?: PauseOf) {
  return toolsWithPrices(pauseOf)
}

function onFault(cause: unknown): void {
  logger().error({ err: cause }, "mcp_message_failed")
}

function instructions(): string {
  const { chain, ...deployment } = config()
  const summary = sandboxSummary(deployment)
  return [
    "Crypto-market intelligence, sold by the call. The tool `sample` has a whole older answer of each paid tool, free.",
    summary === null ? "" : `This is the sandbox: ${summary}; never trade on it.`,
    `A paid tool, called without payment, answers with x402 payment requirements (USDC on ${chain.network});`,
    'call it again with the signed payment in _meta["x402/payment"]. Wrong arguments and errors are not charged.',
    "After settlement_pending call again with the same payment; do not sign again.",
    "The free tool versions shows whether an answer has changed since the last purchase.",
  ]
    .filter((line) => line !== "")
    .join(" ")
}
