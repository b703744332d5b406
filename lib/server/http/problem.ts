import type { Problem } from "@/lib/api/problem"
import { problemTypes } from "@/lib/api/problem-types"
import { AppError, isAppError, type ErrorDetails } from "@/lib/domain/errors"
import { machineHeaders, textBodyResponse } from "./response"

/** Seconds after which a temporary failure may have passed. */
const RETRY_AFTER_S = "2"

type ProblemContext = {
  readonly requestId: string
  readonly origin: string
  readonly charged?: Problem["charged"]
  readonly transaction?: `0x${string}` | null
  readonly headers?: Readonly<Record<string, string>>
}

/** An error with more about its response than a code: whether money moved, and further headers. */
export abstract class HttpError extends AppError {
  declare readonly response: Omit<ProblemContext, "requestId" | "origin">

  constructor(message: string, { cause, details, ...response }: HttpErrorOptions) {
    super(message, { ...(details && { details }), cause })
    // Not enumerable, so that log lines of this error contain no payment header.
    Object.defineProperty(this, "response", { value: response, enumerable: false })
  }
}

type HttpErrorOptions = Omit<ProblemContext, "requestId" | "origin"> & {
  readonly cause?: unknown
  readonly details?: ErrorDetails
}

/** The request body is larger than any endpoint accepts. */
export class PayloadTooLargeError extends AppError {
  override readonly name = "PayloadTooLargeError"
  readonly code = "payload_too_large"

  constructor(maxBytes: number) {
    super(`The request body is larger than ${maxBytes} bytes.`)
  }
}

/**
 * Turns an error into a response (RFC 9457). No other place does so.
 *
 * The message of an unknown error is not shown to clients.
 */
export function problemResponse(error: unknown, source: Pick<ProblemContext, "requestId" | "origin">): Response {
  const context = { ...source, ...(error instanceof HttpError ? error.response : {}) }
  if (!isAppError(error) || error.code === "invalid_config") {
    const detail = "Internal error. Nothing was charged."
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
    type: `${context.origin}/docs/errors#${problem.code}`,
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
  return textBodyResponse(JSON.stringify(body), {
    status,
    headers: {
      ...machineHeaders(context.requestId),
      "Content-Type": "application/problem+json",
      ...retryAfter(status, problem.details),
      ...context.headers,
    },
  })
}

/** An error may name its own waiting time. */
function retryAfter(status: number, { retryAfterSeconds }: ErrorDetails): Record<string, string> {
  if (typeof retryAfterSeconds === "number") return { "Retry-After": String(retryAfterSeconds) }
  return status === 503 ? { "Retry-After": RETRY_AFTER_S } : {}
}
