import { z } from "zod"
import { failed, INVALID_PARAMS, JsonObject, METHOD_NOT_FOUND, type Outcome } from "./json-rpc"
import { PROTOCOL_VERSIONS } from "./protocol-version"
import { toRequest } from "./to-request"
import { toResult, wrongArguments } from "./to-result"
import { type ToolId, toolNamed, tools } from "./tools"

/** Asks the route of a tool in this process, with the path's parameters as Next would hand them over. */
export type Dispatch = (tool: ToolId, request: Request, segments: Readonly<Record<string, string>>) => Promise<Response>

export type McpServer = {
  readonly dispatch: Dispatch
  readonly origin: string
  readonly version: string
  /** Read by the model before it calls anything. */
  readonly instructions: string
  /** Hears what broke in one message of a batch. */
  readonly onFault: (cause: unknown) => void
}

const Initialize = z.object({ protocolVersion: z.enum(PROTOCOL_VERSIONS) })

const CallTool = z.object({
  name: z.string(),
  arguments: JsonObject.default({}),
  _meta: JsonObject.default({}),
})

/**
 * Answers one request. Keeps nothing between requests, so that any process answers any of them.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25
 */
export async function answer(
  method: string,
  params: Readonly<Record<string, unknown>>,
  server: McpServer,
): Promise<Outcome> {
  switch (method) {
    case "initialize":
      return { result: initialized(params, server) }
    case "ping":
      return { result: {} }
    case "tools/list":
      return { result: { tools } }
    case "tools/call":
      return callTool(params, server)
    default:
      return failed(METHOD_NOT_FOUND, `"${method.slice(0, 100)}" is not a method of this server, which has tools only.`)
  }
}

/** A version that is not known here is answered with the newest, and the client decides. */
function initialized(params: unknown, { origin, version, instructions }: McpServer) {
  return {
    protocolVersion: Initialize.safeParse(params).data?.protocolVersion ?? PROTOCOL_VERSIONS[0],
    capabilities: { tools: {} },
    serverInfo: {
      name: "signal402",
      title: "Signal402",
      version,
      websiteUrl: origin,
      icons: [{ src: `${origin}/icon.svg`, mimeType: "image/svg+xml", sizes: ["any"] }],
    },
    instructions,
  }
}

async function callTool(params: unknown, { dispatch, origin }: McpServer): Promise<Outcome> {
  const call = CallTool.safeParse(params)
  if (!call.success) return failed(INVALID_PARAMS, "tools/call takes a name, and arguments as an object.")
  const { name, arguments: args, _meta: meta } = call.data
  const contract = toolNamed(name)
  if (contract === undefined) {
    return failed(INVALID_PARAMS, `"${name.slice(0, 100)}" is not a tool here. tools/list names them.`)
  }
  const translated = toRequest(contract, args, meta, origin)
  if ("wrong" in translated) return { result: wrongArguments(translated.wrong) }
  return { result: await toResult(await dispatch(contract.id, translated.request, translated.segments)) }
}
