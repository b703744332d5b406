import { AppError } from "@/lib/domain/errors"

/** Why a provider did not give a usable answer. Logs, metrics and `/health` use these words. */
export type SourceErrorKind = UnavailableKind | MalformedKind

/** The provider gave no usable answer. `stale`: its answer is older than its maximum age. */
export type UnavailableKind = "timeout" | "network" | "geo_block" | "rate_limited" | "auth" | "not_found" | "stale"

/** The provider answered with text instead of data, or with data of another shape. */
export type MalformedKind = "upstream_text_error" | "schema"

type Facts<Kind> = {
  readonly kind: Kind
  readonly host: string
  readonly message: string
  readonly retryAfterMs?: number | null
  readonly cause?: unknown
}

/** A provider cannot be used now. The message never holds a URL: a query may carry a key. */
export class SourceUnavailableError extends AppError {
  override readonly name = "SourceUnavailableError"
  readonly code = "source_unavailable"
  override readonly retryable: boolean
  readonly kind: UnavailableKind
  readonly host: string
  /** The value of `Retry-After`; `null`: the provider sent none. */
  readonly retryAfterMs: number | null

  constructor({ kind, host, message, retryAfterMs = null, cause }: Facts<UnavailableKind>) {
    super(message, { details: { kind, host }, cause })
    this.kind = kind
    this.host = host
    this.retryAfterMs = retryAfterMs
    this.retryable = kind !== "auth" && kind !== "not_found" && kind !== "geo_block"
  }
}

/** A provider answered with a body that cannot be read as the promised data. */
export class SourceMalformedError extends AppError {
  override readonly name = "SourceMalformedError"
  readonly code = "source_malformed"
  readonly kind: MalformedKind
  readonly host: string

  constructor({ kind, host, message, cause }: Facts<MalformedKind>) {
    super(message, { details: { kind, host }, cause })
    this.kind = kind
    this.host = host
  }
}

export type SourceError = SourceUnavailableError | SourceMalformedError

export function isSourceError(error: unknown): error is SourceError {
  return error instanceof SourceUnavailableError || error instanceof SourceMalformedError
}

/** Turns a source error into `null`, for optional data. Other errors are bugs and are thrown again. */
export function nullOnSourceError(error: unknown): null {
  if (isSourceError(error)) return null
  throw error
}

/** The error of a kind, in the class that the kind belongs to. */
export function sourceError({ kind, ...facts }: Facts<SourceErrorKind>): SourceError {
  return kind === "schema" || kind === "upstream_text_error"
    ? new SourceMalformedError({ ...facts, kind })
    : new SourceUnavailableError({ ...facts, kind })
}
