import {
  createMcpHandler,
  INVALID_REQUEST,
  isLegacyRequest,
  PARSE_ERROR,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server"
import { isNestedDeeperThan } from "@/lib/domain/json-depth"
import { parseJson } from "@/lib/domain/parse-json"
import { readRequestText } from "@/lib/domain/read-bounded"
import { createServer, type McpService } from "./server"

/** Larger than the body limit of every other route. */
export const MAX_MESSAGE_BYTES = 262_144
const MAX_BATCH = 20
/** A tool call with a payment has 7 levels. Deeper texts cost more to validate than to send. */
const MAX_JSON_DEPTH = 64

/**
 * Answers a POST of MCP's Streamable HTTP with one JSON response and never with a stream.
 *
 * Revision 2026-07-28 and the older revisions with `initialize` use the same tools.
 *
 * @see https://modelcontextprotocol.io/specification/2026-07-28/basic/transports/streamable-http
 */
export async function handlePost(request: Request, given: McpService): Promise<Response> {
  const service = acceptingPayment(request.headers.get("accept-payment"), given)
  if (!isOwnHost(request, service.origin))
    return failure(403, INVALID_REQUEST, "The Host header names another service.")
  if (!isWellFormedOrigin(request.headers.get("origin"))) {
    return failure(403, INVALID_REQUEST, "The Origin header is not an origin.")
  }
  const text = await readRequestText(request, MAX_MESSAGE_BYTES)
  if (text === null) return failure(413, INVALID_REQUEST, "The body is larger than 256 KB.")
  if (isNestedDeeperThan(text, MAX_JSON_DEPTH)) return failure(400, INVALID_REQUEST, "The body is nested too deeply.")
  const parsedBody = parseJson(text)
  if (parsedBody === undefined) return failure(400, PARSE_ERROR, "The body is not JSON.")
  if (Array.isArray(parsedBody) && !isAffordable(parsedBody)) {
    return failure(400, INVALID_REQUEST, `A batch has 1 to ${MAX_BATCH} messages, of which one may be tools/list.`)
  }
  const post = new Request(request.url, { method: "POST", headers: acceptingJson(request.headers), body: text })
  if (await isLegacyRequest(post, parsedBody)) return answerLegacy(post, parsedBody, service)
  const handler = createMcpHandler(() => createServer(service))
  return handler.fetch(post, { parsedBody })
}

/** The list of tools is a hundred times larger than the request for it, so a batch gets it once. */
function isAffordable(batch: readonly unknown[]): boolean {
  const lists = batch.filter((message) => Object(message).method === "tools/list")
  return batch.length > 0 && batch.length <= MAX_BATCH && lists.length <= 1
}

async function answerLegacy(post: Request, parsedBody: unknown, service: McpService): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
  await createServer(service).connect(transport)
  return transport.handleRequest(post, { parsedBody })
}

/** A strict client throws at schemes that it does not know, over MCP too. */
function acceptingPayment(schemes: string | null, service: McpService): McpService {
  if (schemes === null) return service
  return {
    ...service,
    dispatch(tool, request, segments) {
      request.headers.set("Accept-Payment", schemes)
      return service.dispatch(tool, request, segments)
    },
  }
}

/** Every response is JSON, so the Accept header of the client does not matter. */
function acceptingJson(headers: Headers): Headers {
  const copy = new Headers(headers)
  copy.set("accept", "application/json, text/event-stream")
  copy.set("content-type", "application/json")
  copy.delete("content-length")
  return copy
}

/** Rejects DNS rebinding: the Host header then has the name of the attacking page. */
function isOwnHost(request: Request, origin: string): boolean {
  const host = request.headers.get("host")
  if (host === null) return true
  if (!URL.canParse(`http://${host}`)) return false
  const name = new URL(`http://${host}`).hostname
  return name === new URL(origin).hostname || name === "localhost" || name === "127.0.0.1" || name === "[::1]"
}

/** Every web origin is allowed, because the endpoint uses no cookies. Sandboxed frames send `null`. */
function isWellFormedOrigin(origin: string | null): boolean {
  return origin === null || origin === "null" || (URL.canParse(origin) && new URL(origin).origin === origin)
}

function failure(status: number, code: number, message: string): Response {
  return Response.json({ jsonrpc: "2.0", id: null, error: { code, message } }, { status })
}
