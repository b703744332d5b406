/**
 * The stable public codes of all errors of the service.
 *
 * `lib/server/http` maps each code to a status; a code added here without a row there does not compile.
 */
export type ErrorCode =
  | "invalid_path"
  | "invalid_query"
  | "invalid_body"
  | "payload_too_large"
  | "not_found"
  | "method_not_allowed"
  | "rate_limited"
  | "invalid_config"
  | "payment_conflict"
  | "two_protocols"
  | "settlement_pending"
  | "source_unavailable"
  | "source_malformed"
  | "data_unavailable"
  | "chain_unavailable"
  | "internal"

/** Facts that are safe to show to any caller: no secret, no stack, no internal address. */
export type ErrorDetails = Readonly<Record<string, string | number | boolean | null | readonly string[]>>

/**
 * Recognises our errors across bundles: a server that is built in pieces holds this module several times, and a class
 * of one piece is not an instance of another's.
 */
const mark = Symbol.for("signal402.AppError")

/** A broken promise with a stable code. `retryable` says whether the same request may succeed later. */
export abstract class AppError extends Error {
  abstract readonly code: ErrorCode
  readonly retryable: boolean = false
  readonly details: ErrorDetails
  readonly [mark] = true

  constructor(message: string, options: { readonly details?: ErrorDetails; readonly cause?: unknown } = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.details = options.details ?? {}
  }
}

export function isAppError(error: unknown): error is AppError {
  return error instanceof Error && mark in error
}

/** Some input of the question is past its maximum age or was never read; nothing is charged. */
export class DataUnavailableError extends AppError {
  override readonly name = "DataUnavailableError"
  readonly code = "data_unavailable"
  override readonly retryable = true
}

/** Names each invalid field. It is thrown before a price is quoted, and nothing is charged. */
export class InvalidParamsError extends AppError {
  override readonly name = "InvalidParamsError"
  readonly code: "invalid_path" | "invalid_query"

  constructor(code: "invalid_path" | "invalid_query", fields: Readonly<Record<string, string>>) {
    const list = Object.entries(fields).map(([field, message]) => `${field}: ${message}`)
    super(list.join("; "), { details: fields })
    this.code = code
  }
}
