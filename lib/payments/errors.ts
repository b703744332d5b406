import { AppError } from "@/lib/domain/errors"

/** The chain, or who submits payments to it, cannot be asked now, so nothing was sent and nothing is charged. */
export class ChainUnavailableError extends AppError {
  override readonly name = "ChainUnavailableError"
  readonly code = "chain_unavailable"
  override readonly retryable = true

  constructor(cause: unknown) {
    super(
      "The chain, or who submits payments to it, cannot be reached, so the payment was not taken. Repeat the request " +
        "with the same payment.",
      { cause },
    )
  }
}

/** Nobody could submit a payment now, so none is taken. */
export class OutOfGasError extends AppError {
  override readonly name = "OutOfGasError"
  readonly code = "chain_unavailable"
  override readonly retryable = true

  constructor() {
    super(
      "Payments are not taken right now: there is no gas to submit them with, or it costs too much. Nothing was " +
        "charged; ask again later.",
    )
  }
}

/** Our side failed after the payment was checked and before it was sent. */
export class NotChargedError extends AppError {
  override readonly name = "NotChargedError"
  readonly code = "data_unavailable"
  override readonly retryable = true

  constructor(why: string, cause?: unknown) {
    super(`${why} The payment was not taken. Repeat the request with the same payment.`, { cause })
  }
}
