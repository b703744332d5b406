import { z } from "zod"
import { isolateDirection } from "@/lib/domain/isolate-direction"
import { Problem } from "@/lib/api/problem"
import type { WrongArguments } from "./to-request"

/** @see https://modelcontextprotocol.io/specification/2026-07-28/server/tools#tool-result */
export type ToolResult = {
  content: { type: "text"; text: string }[]
  structuredContent: Record<string, unknown>
  isError?: true
  _meta?: Record<string, unknown>
}

/** The terms as a 402 carries them in its header and in its body. */
const Quote = z.looseObject({ extensions: z.looseObject({}).default({}) })

const Answer = z.looseObject({})

/** Response headers that become keys of `_meta`, with their parsers. */
const META_OF = [
  ["PAYMENT-RESPONSE", "x402/payment-response", decodeHeader],
  ["X-PURCHASE", "signal402/purchase", (text: string): unknown => JSON.parse(text)],
  ["ETag", "signal402/etag", (text: string): unknown => text],
] as const

/**
 * Converts the response of a route to a tool result.
 *
 * Clients sign when they receive `PaymentRequired`. Therefore only a response with terms becomes `PaymentRequired`, and a
 * pending settlement never does.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/transports-v2/mcp.md
 */
export async function toResult(response: Response): Promise<ToolResult> {
  const { _meta: terms, ...result } = await resultOf(response)
  const meta = { ...terms, ...metaOf(response.headers) }
  return Object.keys(meta).length > 0 ? { ...result, _meta: meta } : result
}

async function resultOf(response: Response): Promise<ToolResult> {
  const body = await response.text()
  const json: unknown = JSON.parse(body)
  const required = response.headers.get("PAYMENT-REQUIRED")
  if (required !== null) return paymentRequired(decodeHeader(required), json)
  if (response.headers.get("Content-Type") === "application/problem+json") return problemResult(Problem.parse(json))
  // The text is for models and screens. Programs read structuredContent, which is unchanged.
  return { content: [{ type: "text", text: isolateDirection(body) }], structuredContent: Answer.parse(json) }
}

/**
 * Merges the terms of the 402 header and body. For fields in both, the x402 version 2 value of the header wins. The first 402 has
 * what is needed to pay, and to sign in: parts for indexers and for plain transfers, and signed offers, are in that of HTTP.
 */
function paymentRequired(header: unknown, body: unknown): ToolResult {
  const [required, rest] = [Quote.parse(header), Quote.parse(body)]
  const { extensions, transferProof, free, ...terms } = { ...rest, ...required }
  const isFirst = required["error"] === "payment_required"
  const { bazaar: _, "offer-receipt": __, ...needed } = extensions
  const signIn = rest.extensions["sign-in-with-x"]
  // Extensions come last, so that a model that reads only the start of the text sees the terms.
  const quote = isFirst
    ? { ...terms, extensions: { ...needed, ...(signIn !== undefined && { "sign-in-with-x": withoutSchema(signIn) }) } }
    : { ...terms, transferProof, free, extensions: { ...rest.extensions, ...extensions } }
  return {
    isError: true,
    content: [{ type: "text", text: JSON.stringify(quote) }],
    structuredContent: quote,
    _meta: { "x402/error": quote },
  }
}

function withoutSchema(extension: unknown): unknown {
  const { schema: _, ...rest } = Answer.parse(extension)
  return rest
}

/** Returns the next step for the caller as first text, and the problem document of HTTP as second text. */
function problemResult(problem: Problem): ToolResult {
  const advice =
    problem.charged === "unknown"
      ? "It is not known yet whether the payment went through. Call this tool again with the same payment in " +
        '_meta["x402/payment"]; do not sign again.'
      : problem.detail
  return {
    isError: true,
    content: [advice, JSON.stringify(problem)].map((text) => ({ type: "text", text })),
    structuredContent: problem,
  }
}

/** Lists each invalid argument. No route was called, so nothing was charged. */
export function invalidArguments(wrong: WrongArguments): ToolResult {
  const words = wrong.map(([name, what]) => `"${name}": ${what}`)
  return {
    isError: true,
    content: [{ type: "text", text: `${words.join("; ")}. Nothing was charged.` }],
    structuredContent: { code: "invalid_query", charged: "no", details: Object.fromEntries(wrong) },
  }
}

function metaOf(headers: Headers): Readonly<Record<string, unknown>> {
  const found = META_OF.flatMap(([header, key, read]) => {
    const value = headers.get(header)
    return value === null ? [] : [[key, read(value)] as const]
  })
  return Object.fromEntries(found)
}

function decodeHeader(value: string): unknown {
  return JSON.parse(Buffer.from(value, "base64").toString("utf8"))
}
