import { z } from "zod"
import { Problem } from "@/lib/api/problem"
import { JsonObject } from "./json-rpc"
import type { WrongArguments } from "./to-request"

/** @see https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool-result */
export type ToolResult = {
  readonly content: readonly { readonly type: "text"; readonly text: string }[]
  readonly structuredContent: unknown
  readonly isError?: true
  readonly _meta?: Readonly<Record<string, unknown>>
}

/** What a 402 says in its header, and in its body. */
const Quote = z.looseObject({ extensions: JsonObject.default({}) })

/** Headers that travel beside a result, and how each is read. */
const META_OF = [
  ["PAYMENT-RESPONSE", "x402/payment-response", decodeHeader],
  ["X-PURCHASE", "signal402/purchase", (text: string): unknown => JSON.parse(text)],
  ["ETag", "signal402/etag", (text: string): unknown => text],
] as const

/**
 * Words the answer of a route as the result of a tool.
 *
 * Only a refusal that names its terms becomes `PaymentRequired`, upon which clients sign: an outcome that is not known
 * never does.
 *
 * @see https://github.com/x402-foundation/x402/blob/main/specs/transports-v2/mcp.md
 */
export async function toResult(response: Response): Promise<ToolResult> {
  return { ...(await resultOf(response)), ...metaOf(response.headers) }
}

async function resultOf(response: Response): Promise<ToolResult> {
  const body = await response.text()
  const json: unknown = JSON.parse(body)
  const required = response.headers.get("PAYMENT-REQUIRED")
  if (required !== null) return paymentRequired(decodeHeader(required), json)
  if (response.headers.get("Content-Type") === "application/problem+json") return problemResult(Problem.parse(json))
  return { content: [{ type: "text", text: body }], structuredContent: json }
}

/** All that HTTP says of a price, in its header and in its body; what both say, in the words of x402 version 2. */
function paymentRequired(header: unknown, body: unknown): ToolResult {
  const [required, rest] = [Quote.parse(header), Quote.parse(body)]
  const terms = { ...rest, ...required, extensions: { ...rest.extensions, ...required.extensions } }
  return { isError: true, content: [{ type: "text", text: JSON.stringify(terms) }], structuredContent: terms }
}

/** Says first what to do, in words that hold for a tool, and then the same as the document that HTTP answers with. */
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

/** Names each wrong argument; no route was asked, so nothing was priced or charged. */
export function wrongArguments(wrong: WrongArguments): ToolResult {
  const words = wrong.map(([name, what]) => `"${name}": ${what}`)
  return {
    isError: true,
    content: [{ type: "text", text: `${words.join("; ")}. Nothing was charged.` }],
    structuredContent: { code: "invalid_query", charged: "no", details: Object.fromEntries(wrong) },
  }
}

function metaOf(headers: Headers): { readonly _meta?: Readonly<Record<string, unknown>> } {
  const found = META_OF.flatMap(([header, key, read]) => {
    const value = headers.get(header)
    return value === null ? [] : [[key, read(value)] as const]
  })
  return found.length > 0 ? { _meta: Object.fromEntries(found) } : {}
}

function decodeHeader(value: string): unknown {
  return JSON.parse(Buffer.from(value, "base64").toString("utf8"))
}
