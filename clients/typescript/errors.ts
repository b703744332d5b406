export type BuyerErrorCode =
  /** An option or argument is invalid. */
  | "invalid_option"
  /** The price is above `maxAmountPerPayment`. */
  | "price_above_limit"
  /** `maxPerDay` or `session.maxPerDay` would be exceeded. */
  | "day_limit_reached"
  /** The service does not sell the resource on the expected network, in the expected token and scheme. */
  | "offer_missing"
  /** A response of the service cannot be read. */
  | "invalid_response"
  /** The service refused the payment. */
  | "refused"
  /** The service could not answer and did not charge. */
  | "not_charged"
  /** The payment may have been charged. The next `buy` of the same resource sends the same payment again. */
  | "outcome_unknown"

export class BuyerError extends Error {
  override readonly name = "BuyerError"
  readonly code: BuyerErrorCode
  /** `unknown`: the money may have moved. */
  readonly charged: "no" | "unknown"
  /** The reason code of the service, if it named one. */
  readonly reason: string | null

  constructor(code: BuyerErrorCode, message: string, { charged = "no", reason = null, cause }: Details = {}) {
    super(message, { cause })
    this.code = code
    this.charged = charged
    this.reason = reason
  }
}

type Details = {
  readonly charged?: BuyerError["charged"]
  readonly reason?: string | null
  readonly cause?: unknown
}
