import type { Problem } from "@/lib/api/problem"
import { problemTypes } from "@/lib/api/problem-types"
import { AppError, isAppError, type ErrorDetails } from "@/lib/domain/errors"
import { machineHeaders } from "./headers"
import { responseOf } from "./text-of"

/** Of what is missing for the moment. */
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
  if (!isAppError(error) || error.code === "invalid_config") {
    const detail = "Something broke on our side. Nothing was charged."
    return toResponse({ code: "internal", detail, retryable: true, details: {} }, context)
  }
  const { code, message: detail, retryable, details } = error
  return toResponse({ code, detail, retryable, details }, context)
}

function toResponse(
  problem: {
    readonly code: keyof typeof problemTypes
    readonly detail: string
    readonly retryable: boolean
    readonly details: ErrorDetails
  },
  context: ProblemContext,
): Response {
  const { status, title } = problemTypes[problem.code]
  const body: Problem = {
    type: `/docs/errors#${problem.code}`,
    title,
    status,
    detail: problem.detail,
    code: problem.code,
    request_id: context.requestId,
    retryable: problem.retryable,
    charged: context.charged ?? "no",
    ...(context.transaction ? { transaction: context.transaction } : {}),
    ...(Object.keys(problem.details).length > 0 ? { details: problem.details } : {}),
  }
  return responseOf(JSON.stringify(body), {
    status,
    headers: {
      ...machineHeaders(context.requestId),
      "Content-Type": "application/problem+json",
      ...retryAfter(status, problem.details),
      ...context.headers,
    },
  })
}

/** A limit says itself when to ask again, where time alone helps. */
function retryAfter(status: number, { retryAfterSeconds }: ErrorDetails): Record<string, string> {
  if (status === 503) return { "Retry-After": RETRY_AFTER_S }
  return typeof retryAfterSeconds === "number" ? { "Retry-After": String(retryAfterSeconds) } : {}
}
