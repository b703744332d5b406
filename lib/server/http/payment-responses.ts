import type { Clock } from "@/lib/domain/clock"
import { type SalesPause, SalesPausedError } from "@/lib/x402/errors"
import { mismatchedFields } from "@/lib/x402/gate/mismatched-fields"
import type { GateOutcome } from "@/lib/x402/gate/payment-attempt"
import type { StoredPurchase } from "@/lib/x402/gate/sign-in-redelivery"
import { challenge, encodeHeader, type Preview } from "@/lib/x402/wire/challenge"
import type { PaymentProof } from "@/lib/x402/wire/decode"
import { paymentProblem, paymentReceipt } from "@/lib/x402/wire/mpp"
import { explainReason, type PaymentReason } from "@/lib/x402/wire/reason"
import type { Offer, PaymentTerms } from "@/lib/x402/wire/requirements"
import type { SignedArtifacts } from "@/lib/x402/wire/signed-artifacts"
import type { InvalidFields } from "@/lib/x402/wire/malformed-fields"
import { weakTag, machineHeaders, textBodyResponse } from "./response"
import { HttpError } from "./problem"

/** The values that every response to a buyer needs besides the request. */
export type PaymentResponseOptions = {
  readonly terms: PaymentTerms
  readonly clock: Clock
  /** Random, 32 hexadecimal digits. */
  readonly newNonce: () => string
  /** Signs offers and receipts; `null`: the operator has set no key. */
  readonly artifacts: SignedArtifacts | null
  /** The last known version of the resource at a URL. Shown in the 402 beside the price. */
  readonly previewOf: (url: string) => Preview | null
  /** Why the offer is not sold now; `null`: it is sold. Reads memory only. */
  readonly pauseOf: (offer: Offer) => SalesPause | null
}

/** The offer that a request is about. */
export type RequestContext = {
  readonly offer: Offer
  readonly ignored: readonly string[]
  readonly requestId: string
  /** Malformed fields of a payment, and fields that differ from the offer. */
  readonly wrong?: InvalidFields
  /** The state of the payer's channel, for the entry of `accepts`. */
  readonly channelState?: object
  /** The client has said that it reads no other scheme than `exact`. */
  readonly isExactOnly?: boolean
  /** The payment came by MPP, whose refusals are problem details. */
  readonly isMpp?: boolean
}

type Purchase = {
  readonly options: PaymentResponseOptions
  readonly context: RequestContext
  readonly paid: PaymentProof
}

/**
 * The response for a gate outcome, in the x402 version that the client used.
 *
 * @throws {SettlementPendingError} and the cause of a failed answer. `problemResponse` turns them into responses.
 */
export function toResponse(outcome: GateOutcome, { options, context, paid }: Purchase): Response {
  const { offer, requestId } = context
  const { terms, artifacts, clock } = options
  const payment = paid.kind === "transfer" ? null : paid.payment
  const network = payment?.dialect === "v1" ? terms.networkV1 : terms.network
  switch (outcome.kind) {
    case "delivered": {
      const { transaction, payer, answer, soldAtMs } = outcome
      const amount = outcome.amount.toString()
      // The time of the sale and not of this request, so that a redelivery has the same receipt.
      const extensions = artifacts?.receipt(terms, offer, {
        payer,
        transaction,
        body: answer.body,
        nowMs: soldAtMs,
      })
      const receipt = paymentResponse({ success: true, transaction, network, payer, amount, extensions })
      const challengeId = payment?.challenge?.id
      return answerResponse(answer, requestId, {
        ...receipt,
        ...(challengeId !== undefined && {
          "Payment-Receipt": paymentReceipt(terms, { challengeId, transaction, soldAtMs }),
        }),
      })
    }
    case "refused": {
      const { reason, payer } = outcome
      const failure = { success: false, errorReason: reason, transaction: "", network, payer: payer ?? "" }
      if (identifierReasons.has(reason)) throw new PaymentConflictError(reason, paymentResponse(failure))
      const wrong = mismatchedFields(reason, paid, { offer, terms, nowMs: clock() })
      return paymentRequired(options, { ...context, wrong }, reason, paymentResponse(failure))
    }
    case "pending":
      throw settlementPending(outcome, network)
    case "failed":
      throw outcome.cause
  }
}

const identifierReasons: ReadonlySet<PaymentReason> = new Set([
  "payment_identifier_conflict",
  "payment_identifier_spent",
])

type Delivered = Extract<GateOutcome, { kind: "delivered" }>

export function answerResponse(
  { body, etag }: Delivered["answer"],
  requestId: string,
  extra: Readonly<Record<string, string>> = {},
): Response {
  return textBodyResponse(body, {
    headers: {
      ...machineHeaders(requestId),
      Vary: "X-PAYMENT, PAYMENT-SIGNATURE, SIGN-IN-WITH-X, Authorization",
      ...(etag === null ? {} : { ETag: weakTag(etag) }),
      ...extra,
    },
  })
}

/**
 * A 402 with the terms of the offer; `reason` says why a payment was refused.
 *
 * @throws {SalesPausedError} what is signed now could not be bought. A refused payment hears this too: it was not charged.
 */
export function paymentRequired(
  { terms: all, clock, newNonce, artifacts, previewOf, pauseOf }: PaymentResponseOptions,
  { offer, ignored, requestId, wrong = {}, channelState, isExactOnly = false, isMpp = false }: RequestContext,
  reason: PaymentReason,
  extra: Readonly<Record<string, string>> = {},
): Response {
  const pause = pauseOf(offer)
  if (pause !== null) throw new SalesPausedError(pause)
  const terms = isExactOnly ? { ...all, sessions: null } : all
  const moment = {
    nowMs: clock(),
    nonce: newNonce(),
    artifacts,
    preview: previewOf(offer.url),
    ignored,
    invalidFields: wrong,
    ...(channelState !== undefined && { channelState }),
  }
  const { headers, body } = challenge(terms, offer, reason, moment)
  const problem = isMpp ? paymentProblem(reason) : null
  return textBodyResponse(problem === null ? body : `${JSON.stringify(problem).slice(0, -1)},${body.slice(1)}`, {
    status: 402,
    headers: {
      ...machineHeaders(requestId),
      ...headers,
      ...extra,
      ...(problem !== null && { "Content-Type": "application/problem+json" }),
    },
  })
}

/** A 402 for a payment that cannot be decoded. Its payer is unknown, and its network is taken to be ours. */
export function malformedPayment(
  options: PaymentResponseOptions,
  context: RequestContext,
  errorReason: PaymentReason,
): Response {
  const { network } = options.terms
  const failure = { success: false, errorReason, transaction: "", network, payer: "" }
  return paymentRequired(options, context, errorReason, paymentResponse(failure))
}

/** Under the names of x402 versions 2 and 1. */
export function paymentResponse(value: Readonly<Record<string, unknown>>): Record<string, string> {
  const encoded = encodeHeader(value)
  return { "PAYMENT-RESPONSE": encoded, "X-PAYMENT-RESPONSE": encoded }
}

/** Names the purchase that is redelivered. A redelivery has no receipt, because nothing is charged. */
export function purchaseHeader({
  authorization,
  transaction,
  answeredAtMs,
  settledAtMs,
}: StoredPurchase): Record<string, string> {
  const soldAtMs = answeredAtMs ?? settledAtMs
  const soldAt = soldAtMs === null ? null : new Date(soldAtMs).toISOString()
  const purchase = { nonce: authorization.nonce, amount: authorization.value.toString(), transaction, soldAt }
  return { "X-PURCHASE": JSON.stringify(purchase) }
}

/** 400 and not 402: a client that signs again after a 402 would pay for both. */
export class TwoProtocolsError extends HttpError {
  override readonly name = "TwoProtocolsError"
  readonly code = "two_protocols"

  constructor() {
    super(explainReason("two_protocols"), { charged: "no" })
  }
}

/** 409 and not 402: a new signature with the same identifier would be refused again. */
class PaymentConflictError extends HttpError {
  override readonly name = "PaymentConflictError"
  readonly code = "payment_conflict"

  constructor(reason: PaymentReason, headers: Readonly<Record<string, string>>) {
    super(explainReason(reason), { details: { reason }, headers, charged: "no" })
  }
}

type Pending = Pick<Extract<GateOutcome, { kind: "pending" }>, "transaction" | "payer" | "cause">

/** The error for a pending payment. */
export function settlementPending({ transaction, payer, cause }: Pending, network: string): SettlementPendingError {
  const errorReason = "settlement_pending"
  const failure = { success: false, errorReason, transaction: transaction ?? "", network, payer }
  return new SettlementPendingError({ transaction, headers: paymentResponse(failure), cause })
}

/** 503 and not 402: a client signs again after a 402 and could pay twice. */
export class SettlementPendingError extends HttpError {
  override readonly name = "SettlementPendingError"
  readonly code = "settlement_pending"
  override readonly retryable = true

  constructor({ cause, ...response }: Omit<HttpError["response"], "charged"> & { readonly cause: unknown }) {
    super(
      "The outcome of the payment is not known yet. Repeat this request with the same payment header; " +
        "do not sign again.",
      { ...response, charged: "unknown", cause: cause ?? undefined },
    )
  }
}
