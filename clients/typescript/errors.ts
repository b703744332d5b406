/**
 * What prevented a call.
 *
 * @example
 * const isMine = (code: BuyerErrorCode) => code === "declined" || code === "day_limit_reached"
 */
export type BuyerErrorCode =
  /** An option or argument is invalid. */
  | "invalid_option"
  /** The price is above `maxAmountPerPayment`, or above `maxAmount` of the call. */
  | "price_above_limit"
  /** `maxPerDay` or that of the session would be exceeded. */
  | "day_limit_reached"
  /** The hook `onBeforePayment` has returned false, or the hook or signer has failed. */
  | "declined"
  /** The `signal` of the call was aborted. */
  | "aborted"
  /** The service does not sell the resource on the expected network, in the expected token and scheme. */
  | "offer_missing"
  /** A response of the service cannot be read. */
  | "invalid_response"
  /** The service refused the payment. */
  | "refused"
  /** The service could not answer and did not charge. */
  | "not_charged"
  /** The payment may have been charged. The next `buy` of the same resource sends the same payment again, and `payAgain` a new one. */
  | "outcome_unknown"
  /** The store cannot be read, written or locked. */
  | "store_failed"
  /** A webhook is not signed by the secret of its watch, or is too old. */
  | "webhook_invalid"

/**
 * The only error that this package throws.
 *
 * @example
 * try {
 *   await buyer.buy("/signal/BTC")
 * } catch (error) {
 *   if (error instanceof BuyerError && error.code === "outcome_unknown") await buyer.buy("/signal/BTC") // the same payment
 *   else throw error
 * }
 */
export class BuyerError extends Error {
  override readonly name = "BuyerError"
  readonly code: BuyerErrorCode
  /** `unknown`: the money may have moved. */
  readonly charged: "no" | "unknown"
  /** The reason code of the service, such as `data_unavailable`, if it named one. */
  readonly reason: string | null
  /** The HTTP status of the last response, or null without a response. */
  readonly status: number | null
  /** `X-Request-Id` of the last response. The operator finds the request by it. */
  readonly requestId: string | null

  constructor(code: BuyerErrorCode, message: string, details: BuyerErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.code = code
    this.charged = details.charged ?? "no"
    this.reason = details.reason ?? null
    this.status = details.status ?? null
    this.requestId = details.requestId ?? null
  }
}

export type BuyerErrorDetails = {
  readonly charged?: BuyerError["charged"]
  readonly reason?: string | null
  readonly status?: number | null
  readonly requestId?: string | null
  readonly cause?: unknown
}

/** Status and request id of a response, for an error. */
export function responseDetails({ status, headers }: Response) {
  return { status, requestId: headers.get("X-Request-Id") }
}

/** Runs code of the caller or of a library. What it throws is the cause of a BuyerError. */
export async function wrapped<T>(code: BuyerErrorCode, name: string, run: () => T | Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (cause) {
    if (cause instanceof BuyerError) throw cause
    throw new BuyerError(code, `${name}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })
  }
}
