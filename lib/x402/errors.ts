import { AppError } from "@/lib/domain/errors"

/** The chain, or the facilitator, cannot be reached. Nothing was sent or charged. */
export class ChainUnavailableError extends AppError {
  override readonly name = "ChainUnavailableError"
  readonly code = "chain_unavailable"
  override readonly retryable = true

  constructor(cause: unknown) {
    super(
      "The chain or the facilitator cannot be reached, so the payment was not taken. Repeat the request with the same " +
        "payment.",
      { cause },
    )
  }
}

/** Why an offer is not sold now. `why` is a clause without a full stop; `part` is the part of `/api/health` that says the same. */
export type SalesPause = {
  readonly part: string
  readonly why: string
  readonly code: "chain_unavailable" | "data_unavailable"
  readonly retryAfterS: number
}

/** The offer is not sold now. It is thrown before anybody signs, or before a new payment is claimed. */
export class SalesPausedError extends AppError {
  override readonly name = "SalesPausedError"
  readonly code: SalesPause["code"]
  override readonly retryable = true

  constructor({ part, why, code, retryAfterS }: SalesPause) {
    super(`Not sold now: ${why}. Nothing was charged. Try again after the seconds of Retry-After.`, {
      details: { part, retryAfterSeconds: retryAfterS },
    })
    this.code = code
  }
}

/** Payments cannot be submitted now, so none is taken. */
export class OutOfGasError extends AppError {
  override readonly name = "OutOfGasError"
  readonly code = "chain_unavailable"
  override readonly retryable = true

  /** `why` is for the log only. */
  constructor(why?: string) {
    super(
      "Payments are not taken now, because the gas to submit them is missing or too expensive. Nothing was charged. Try " +
        "again later.",
      why === undefined ? {} : { cause: new Error(why) },
    )
  }
}

/** Vouchers that are sold now might not be claimed in time, so none is sold. Transfers are taken as ever. */
export class SessionsPausedError extends AppError {
  override readonly name = "SessionsPausedError"
  readonly code = "chain_unavailable"
  override readonly retryable = true

  /** `why`: completes the sentence. */
  constructor(why: string) {
    super(
      `Sessions are paused, because ${why}. Nothing was charged. Repeat the request with the same payment after the seconds ` +
        "of Retry-After, or pay with the scheme exact.",
      { details: { retryAfterSeconds: SESSION_RETRY_S } },
    )
  }
}

/** A claim of a session takes a few blocks. */
const SESSION_RETRY_S = 10

/** More payments wait for their settlement than are settled in time, so no further one is taken. */
export class OverloadedError extends AppError {
  override readonly name = "OverloadedError"
  readonly code = "chain_unavailable"
  override readonly retryable = true

  constructor(retryAfterSeconds: number) {
    super(
      "Too many payments are waiting for their settlement, so this one was not taken. Nothing was charged. Repeat the " +
        "request with the same payment after the seconds of Retry-After.",
      { details: { retryAfterSeconds } },
    )
  }
}

/** The service failed after the payment was verified and before it was sent. */
export class NotChargedError extends AppError {
  override readonly name = "NotChargedError"
  readonly code = "data_unavailable"
  override readonly retryable = true

  constructor(why: string, cause?: unknown) {
    super(`${why} The payment was not taken. Repeat the request with the same payment.`, { cause })
  }
}
