import { z } from "zod"

/** One HTTP request and its response. */
export const HttpExchange = z.object({
  sentAtMs: z.number(),
  /** `null` while waiting, and for good when the connection broke. */
  answeredAtMs: z.number().nullable(),
  status: z.number().nullable(),
  /** The response headers of the protocol, in their order. */
  headers: z.array(z.tuple([z.string(), z.string()])),
  /** Length of the response body in characters. */
  length: z.number().nullable(),
})
export type HttpExchange = z.output<typeof HttpExchange>

/** Steps of one payment, from the quote to the answer. For the stage only; receipts are kept separately. */
export const PaymentTrace = z.object({
  /** Nonce of the authorization. */
  id: z.string(),
  productId: z.string(),
  title: z.string(),
  path: z.string(),
  /** The unpaid request that returned the price. */
  quote: HttpExchange.nullable(),
  /** The `PAYMENT-REQUIRED` header. */
  required: z.string(),
  payer: z.string(),
  /** When the signature was requested. */
  startedAtMs: z.number(),
  signedAtMs: z.number().nullable(),
  /** The `PAYMENT-SIGNATURE` header; `null` until signed. */
  signature: z.string().nullable(),
  /** Every time the payment was sent; more than one after Resume. */
  sends: z.array(HttpExchange),
  outcome: z.enum([
    "signing",
    "declined",
    "cancelled",
    "wallet-failed",
    /** Signed but not sent, for the given reason. */
    "unsent",
    "settling",
    "delivered",
    "refused",
    "spent",
    "failed",
    "unknown",
  ]),
  /** The reason in one sentence, if there is one. */
  reason: z.string().nullable(),
})
export type PaymentTrace = z.output<typeof PaymentTrace>

/** What the stage and the receipts read. All headers of an answer are four times as long, and 20 traces are stored. */
const KEPT_HEADERS: ReadonlySet<string> = new Set([
  "payment-required",
  "payment-response",
  "x-purchase",
  "content-type",
  "date",
  "etag",
  "retry-after",
])

export function completedRequest(
  response: Pick<Response, "status" | "headers">,
  { sentAtMs, answeredAtMs, length }: Pick<HttpExchange, "sentAtMs" | "answeredAtMs" | "length">,
): HttpExchange {
  return {
    sentAtMs,
    answeredAtMs,
    status: response.status,
    headers: [...response.headers].filter(([name]) => KEPT_HEADERS.has(name)),
    length,
  }
}

/** A request without a response. */
export function failedRequest(sentAtMs: number): HttpExchange {
  return { sentAtMs, answeredAtMs: null, status: null, headers: [], length: null }
}

/** Value of a response header; the name must be lower case. */
export function headerOf(message: HttpExchange | null, name: string): string | null {
  return message?.headers.find(([key]) => key.toLowerCase() === name)?.[1] ?? null
}
