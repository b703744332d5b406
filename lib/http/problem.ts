import type { Problem } from "@/lib/api/problem"
import { AppError, isAppError, type ErrorCode, type ErrorDetails } from "@/lib/domain/errors"
import { machineHeaders } from "./headers"

const statusOf = {
  invalid_path: 400,
  invalid_query: 400,
  invalid_body: 400,
  invalid_amount: 400,
  payment_rejected: 402,
  payment_conflict: 409,
  not_found: 404,
  method_not_allowed: 405,
  rate_limited: 429,
  internal: 500,
  invalid_config: 500,
  source_malformed: 503,
  source_unavailable: 503,
  data_unavailable: 503,
  chain_unavailable: 503,
  settlement_pending: 503,
} as const satisfies Record<ErrorCode, number>

const titleOf = {
  invalid_path: "Invalid path",
  invalid_query: "Invalid query",
  invalid_body: "Invalid body",
  invalid_amount: "Invalid amount",
  payment_rejected: "Payment rejected",
  payment_conflict: "Payment conflict",
  not_found: "Not found",
  method_not_allowed: "Method not allowed",
  rate_limited: "Too many requests",
  internal: "Internal error",
  invalid_config: "Internal error",
  source_malformed: "Source malformed",
  source_unavailable: "Source unavailable",
  data_unavailable: "Data unavailable",
  chain_unavailable: "Chain unavailable",
  settlement_pending: "Settlement pending",
} as const satisfies Record<ErrorCode, string>

const RETRY_AFTER_S = "2"

type ProblemContext = {
  readonly requestId: string
  readonly charged?: Problem["charged"]
  readonly transaction?: `0x${string}` | null
  readonly headers?: Readonly<Record<string, string>>
}

/** An error that knows more about its answer than its code says: whether money moved, and further headers. */
export abstract class AnsweredError extends AppError {
  abstract readonly answer: Omit<ProblemContext, "requestId">
}

/**
 * The one place where a throw becomes a response (RFC 9457).
 *
 * An error that is not ours says nothing about itself to strangers.
 */
export function problemResponse(error: unknown, requestId: string): Response {
  const context = { requestId, ...(error instanceof AnsweredError ? error.answer : {}) }
  const known = isAppError(error) && error.code !== "invalid_config" ? error : null
  return toResponse(
    {
      code: known?.code ?? "internal",
      detail: known?.message ?? "Something broke on our side. Nothing was charged.",
      retryable: known?.retryable ?? true,
      details: known?.details ?? {},
    },
    context,
  )
}

function toResponse(
  problem: {
    readonly code: ErrorCode
    readonly detail: string
    readonly retryable: boolean
    readonly details: ErrorDetails
  },
  context: ProblemContext,
): Response {
  const status = statusOf[problem.code]
  const body: Problem = {
    type: `/docs/errors#${problem.code}`,
    title: titleOf[problem.code],
    status,
    detail: problem.detail,
    code: problem.code,
    request_id: context.requestId,
    retryable: problem.retryable,
    charged: context.charged ?? "no",
    ...(context.transaction ? { transaction: context.transaction } : {}),
    ...(Object.keys(problem.details).length > 0 ? { details: problem.details } : {}),
  }
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      ...machineHeaders(context.requestId),
      "Content-Type": "application/problem+json",
      ...(status === 503 || status === 429 ? { "Retry-After": RETRY_AFTER_S } : {}),
      ...context.headers,
    },
  })
}
