import type { ErrorCode } from "@/lib/domain/errors"

/** What an error code means. The `type` of a problem is the address of its description: `https://ORIGIN/docs/errors#code`. */
export type ProblemType = { readonly status: number; readonly title: string; readonly meaning: string }

const LATER = "Nothing was charged. Repeat the request after the time in Retry-After."

/** Every error code of a response. `invalid_config` stops the start of the service and reaches no client. */
export const problemTypes: Readonly<Record<Exclude<ErrorCode, "invalid_config">, ProblemType>> = {
  invalid_path: {
    status: 400,
    title: "Invalid path",
    meaning: "A path segment has an invalid value; details name it. No price was quoted.",
  },
  invalid_query: {
    status: 400,
    title: "Invalid query",
    meaning:
      "A query parameter is invalid or repeated; details name it. No price was quoted. " +
      "Unknown parameters are ignored; a 402 names them.",
  },
  invalid_body: {
    status: 400,
    title: "Invalid body",
    meaning: "The request body is invalid; details name the fields.",
  },
  payload_too_large: {
    status: 413,
    title: "Payload too large",
    meaning: "The request body is larger than any endpoint accepts. Nothing was charged.",
  },
  payment_conflict: {
    status: 409,
    title: "Payment conflict",
    meaning: "The payment identifier was used for another request. Nothing was charged. Use a new identifier.",
  },
  two_protocols: {
    status: 400,
    title: "Two payments",
    meaning:
      "Authorization: Payment came with another payment in the same request. Nothing was charged. Send one of them.",
  },
  not_found: { status: 404, title: "Not found", meaning: "Nothing is served at this path." },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    meaning: "The path does not support this method; Allow lists the supported ones.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    meaning: "Rate limit exceeded. Retry after the time in Retry-After; without that header, waiting does not help.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    meaning: "An error of this service. Nothing was charged. If it persists, report the request_id to the operator.",
  },
  source_malformed: {
    status: 503,
    title: "Source malformed",
    meaning: `A data provider sent an unreadable answer. ${LATER}`,
  },
  source_unavailable: {
    status: 503,
    title: "Source unavailable",
    meaning: `A data provider does not answer. ${LATER}`,
  },
  data_unavailable: {
    status: 503,
    title: "Data unavailable",
    meaning: `An input of the answer is too old or missing; detail names it. ${LATER}`,
  },
  chain_unavailable: {
    status: 503,
    title: "Chain unavailable",
    meaning: `The chain node is unreachable, so payments cannot be settled. ${LATER}`,
  },
  settlement_pending: {
    status: 503,
    title: "Settlement pending",
    meaning:
      "The outcome of the payment is not known yet (charged: unknown). Repeat the same request with the same payment header; do not sign again.",
  },
}
