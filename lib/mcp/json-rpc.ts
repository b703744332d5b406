import { z } from "zod"

/** The codes of JSON-RPC that are answered here. */
export const INVALID_REQUEST = -32_600
export const METHOD_NOT_FOUND = -32_601
export const INVALID_PARAMS = -32_602
export const INTERNAL_ERROR = -32_603
export const PARSE_ERROR = -32_700

type RpcError = { readonly code: number; readonly message: string }

/** What a method came to. */
export type Outcome = { readonly result: unknown } | { readonly error: RpcError }

export type RpcResponse = { readonly jsonrpc: "2.0"; readonly id: string | number | null } & Outcome

/** A JSON object as it came: names such as `__proto__` are keys like others and are looked up nowhere. */
export const JsonObject = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
)

const Call = z.object({
  jsonrpc: z.literal("2.0"),
  id: z.union([z.string(), z.number()]).optional(),
  method: z.string(),
  params: JsonObject.optional(),
})

const Reply = z.object({ jsonrpc: z.literal("2.0"), id: z.union([z.string(), z.number()]) })

export type Message =
  | {
      readonly kind: "request"
      readonly id: string | number
      readonly method: string
      readonly params: Readonly<Record<string, unknown>>
    }
  /** A notification, or the answer to a question that was never asked: heard, and that is all. */
  | { readonly kind: "heard" }
  | { readonly kind: "invalid" }

/** @see https://www.jsonrpc.org/specification */
export function readMessage(json: unknown): Message {
  const call = Call.safeParse(json)
  if (!call.success) return { kind: isReply(json) ? "heard" : "invalid" }
  const { id, method, params = {} } = call.data
  return id === undefined ? { kind: "heard" } : { kind: "request", id, method, params }
}

function isReply(json: unknown): boolean {
  return Reply.safeParse(json).success && JsonObject.parse(json)["method"] === undefined
}

export function failed(code: number, message: string): Outcome {
  return { error: { code, message } }
}

/** `id` is `null` where the question could not be read. */
export function reply(id: RpcResponse["id"], outcome: Outcome): RpcResponse {
  return { jsonrpc: "2.0", id, ...outcome }
}
