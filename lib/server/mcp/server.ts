import type { EndpointId } from "@/lib/endpoints/catalogue"
import { ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server"
import { toRequest } from "./to-request"
import { invalidArguments, toResult } from "./to-result"
import { toolNamed, type toolsWithPrices } from "./tools"

/** Calls the route of a tool in this process, with the path's parameters as Next would pass them. */
export type Dispatch = (
  tool: EndpointId,
  request: Request,
  segments: Readonly<Record<string, string>>,
) => Promise<Response>

export type McpService = {
  readonly dispatch: Dispatch
  readonly origin: string
  readonly version: string
  /** Text that the model reads before it calls a tool. */
  readonly instructions: string
  /** The result of `tools/list`. `isPaused`: some tools are not sold now, so the list is kept for a short time only. */
  readonly tools: () => { readonly list: ReturnType<typeof toolsWithPrices>; readonly isPaused: boolean }
  /** Receives an unexpected error of one message. The response to that message is an internal error. */
  readonly onFault: (cause: unknown) => void
}

/** Tools and prices change only with a new deployment. */
const LIST_TTL_MS = 300_000
const PAUSED_TTL_MS = 5_000

/**
 * A server for one HTTP request. It keeps nothing between requests, so any process can answer any of them.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28
 */
export function createServer(service: McpService): Server {
  const { origin, version, instructions, tools } = service
  const { list, isPaused } = tools()
  const cached = { ttlMs: isPaused ? PAUSED_TTL_MS : LIST_TTL_MS, cacheScope: "public" } as const
  const server = new Server(
    {
      name: "signal402",
      title: "Signal402",
      version,
      websiteUrl: origin,
      icons: [{ src: `${origin}/icon.svg`, mimeType: "image/svg+xml", sizes: ["any"] }],
    },
    { capabilities: { tools: {} }, instructions, cacheHints: { "tools/list": cached, "server/discover": cached } },
  )
  server.setRequestHandler("tools/list", ({ params }) => {
    // The list has one page, so no cursor was ever given out.
    if (params?.cursor !== undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Unknown cursor.")
    return { tools: list }
  })
  server.setRequestHandler("tools/call", async ({ params }) => {
    try {
      return await callTool(params, service)
    } catch (cause) {
      if (cause instanceof ProtocolError) throw cause
      service.onFault(cause)
      throw new ProtocolError(ProtocolErrorCode.InternalError, "Internal error.")
    }
  })
  return server
}

type Call = {
  readonly name: string
  readonly arguments?: Readonly<Record<string, unknown>> | undefined
  readonly _meta?: Readonly<Record<string, unknown>> | undefined
}

async function callTool({ name, arguments: args = {}, _meta: meta = {} }: Call, { dispatch, origin }: McpService) {
  const contract = toolNamed(name)
  if (contract === undefined) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool "${name.slice(0, 100)}". See tools/list.`)
  }
  const translated = toRequest(contract, args, meta, origin)
  if ("wrong" in translated) return invalidArguments(translated.wrong)
  return toResult(await dispatch(contract.id, translated.request, translated.segments))
}
