import { parseJson } from "@/lib/domain/parse-json"
import { readRequestText } from "@/lib/domain/read-bounded"
import {
  failed,
  INTERNAL_ERROR,
  INVALID_REQUEST,
  type Message,
  PARSE_ERROR,
  readMessage,
  reply,
  type RpcResponse,
} from "./json-rpc"
import { hasBatches, isSpoken, PROTOCOL_VERSIONS } from "./protocol-version"
import { answer, type McpServer } from "./server"

/** `body` is `null` where there is nothing to answer. */
export type PostAnswer = { readonly status: number; readonly body: RpcResponse | readonly RpcResponse[] | null }

/** No other route of the service takes a body as large. */
export const MAX_MESSAGE_BYTES = 262_144
const MAX_BATCH = 20

/**
 * Answers a POST of MCP's Streamable HTTP, always at once and as JSON, for whoever sends it: there is no session that a
 * foreign page could ride on, so an Origin says nothing.
 *
 * @see https://modelcontextprotocol.io/specification/2025-11-25/basic/transports#streamable-http
 */
export async function answerPost(request: Request, server: McpServer): Promise<PostAnswer> {
  const version = request.headers.get("mcp-protocol-version")
  if (!isSpoken(version)) {
    return refused(400, INVALID_REQUEST, `MCP-Protocol-Version must be one of ${PROTOCOL_VERSIONS.join(", ")}.`)
  }
  const text = await readRequestText(request, MAX_MESSAGE_BYTES)
  if (text === null) return refused(413, INVALID_REQUEST, "The body is larger than 256 KB.")
  const json = parseJson(text)
  if (json === undefined) return refused(400, PARSE_ERROR, "The body is not JSON.")
  if (Array.isArray(json)) return answerBatch(json, version, server)
  const message = readMessage(json)
  const body = await answerMessage(message, server)
  return { status: statusOf(message), body }
}

/** One after another, so that a batch takes no more of this process than its messages on their own. */
async function answerBatch(batch: readonly unknown[], version: string | null, server: McpServer): Promise<PostAnswer> {
  if (!hasBatches(version)) return refused(400, INVALID_REQUEST, "This version of MCP has no batches.")
  if (batch.length === 0 || batch.length > MAX_BATCH) {
    return refused(400, INVALID_REQUEST, `A batch has 1 to ${MAX_BATCH} messages.`)
  }
  const answers: RpcResponse[] = []
  for (const json of batch) {
    const message = readMessage(json)
    // What was bought before it is handed out all the same.
    const body = await answerMessage(message, server).catch((cause: unknown) => {
      server.onFault(cause)
      return broken(message)
    })
    if (body !== null) answers.push(body)
  }
  return answers.length > 0 ? { status: 200, body: answers } : { status: 202, body: null }
}

async function answerMessage(message: Message, server: McpServer): Promise<RpcResponse | null> {
  switch (message.kind) {
    case "request":
      return reply(message.id, await answer(message.method, message.params, server))
    case "heard":
      return null
    case "invalid":
      return reply(null, failed(INVALID_REQUEST, "This is not a message of JSON-RPC 2.0."))
  }
}

function broken(message: Message): RpcResponse {
  return reply(message.kind === "request" ? message.id : null, failed(INTERNAL_ERROR, "Something broke on our side."))
}

function statusOf({ kind }: Message): number {
  return { request: 200, heard: 202, invalid: 400 }[kind]
}

function refused(status: number, code: number, message: string): PostAnswer {
  return { status, body: reply(null, failed(code, message)) }
}
