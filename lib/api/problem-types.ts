import type { ErrorCode } from "@/lib/domain/errors"

/** What a problem of one code is, for people: `/docs/errors#code` shows it, and the `type` of the answer points there. */
export type ProblemType = { readonly status: number; readonly title: string; readonly meaning: string }

const LATER = "Nothing was charged. The same request may succeed in a few seconds: Retry-After says when."

/** Every code that an answer can have. `invalid_config` is told to the operator alone. */
export const problemTypes: Readonly<Record<Exclude<ErrorCode, "invalid_config">, ProblemType>> = {
  invalid_path: {
    status: 400,
    title: "Invalid path",
    meaning: "A part of the path is not one of its values; details name it. Asked before any price.",
  },
  invalid_query: {
    status: 400,
    title: "Invalid query",
    meaning:
      "A parameter has a value that it cannot have, or stands twice; details name it. Asked before any price. " +
      "Parameters that are not known are ignored; a 402 names them.",
  },
  invalid_body: {
    status: 400,
    title: "Invalid body",
    meaning: "The body is not what this path takes; details say why.",
  },
  payment_conflict: {
    status: 409,
    title: "Payment conflict",
    meaning: "This payment identifier stands for another question. Nothing was charged: take a new identifier.",
  },
  not_found: { status: 404, title: "Not found", meaning: "Nothing is served at this path." },
  method_not_allowed: {
    status: 405,
    title: "Method not allowed",
    meaning: "The path is served, but not by this method; Allow names those that are.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    meaning: "More was asked for than is given. Retry-After says when to ask again; without it, waiting does not help.",
  },
  internal: {
    status: 500,
    title: "Internal error",
    meaning: "A fault of ours. Nothing was charged. Tell the operator the request_id when it stays.",
  },
  source_malformed: {
    status: 503,
    title: "Source malformed",
    meaning: `A data provider answered with something that cannot be read. ${LATER}`,
  },
  source_unavailable: {
    status: 503,
    title: "Source unavailable",
    meaning: `A data provider does not answer. ${LATER}`,
  },
  data_unavailable: {
    status: 503,
    title: "Data unavailable",
    meaning: `What the answer needs is too old or was never read; detail says what. ${LATER}`,
  },
  chain_unavailable: {
    status: 503,
    title: "Chain unavailable",
    meaning: `The chain cannot be asked, so payments are not taken. ${LATER}`,
  },
  settlement_pending: {
    status: 503,
    title: "Settlement pending",
    meaning:
      "The transfer may be on its way (charged: unknown). Repeat the same request with the same payment header; never sign again.",
  },
}
