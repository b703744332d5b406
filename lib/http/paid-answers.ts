import type { Clock } from "@/lib/domain/clock"
import { faultyFields } from "@/lib/payments/gate/faulty-fields"
import type { GateOutcome } from "@/lib/payments/gate/gate-outcome"
import type { Bought } from "@/lib/payments/gate/revisit"
import { challenge, encodeHeader, type Preview } from "@/lib/payments/wire/challenge"
import type { Dialect, Paid } from "@/lib/payments/wire/decode"
import { explainReason, type PaymentReason } from "@/lib/payments/wire/reason"
import type { Offer, PaymentTerms } from "@/lib/payments/wire/requirements"
import type { SignedArtifacts } from "@/lib/payments/wire/signed-artifacts"
import type { WrongFields } from "@/lib/payments/wire/wrong-fields"
import { machineHeaders } from "./headers"
import { AnsweredError } from "./problem"
import { responseOf } from "./text-of"

/** What every answer to a buyer is made from, beside what was asked. */
export type AnswerOptions = {
  readonly terms: PaymentTerms
  readonly clock: Clock
  /** Fresh, unguessable: 32 hexadecimal digits. */
  readonly newNonce: () => string
  /** What is signed for payers; `null`: nothing. */
  readonly artifacts: SignedArtifacts | null
  /** What is known of the version of what is sold at a URL, without waiting: quoted beside the price. */
  readonly previewOf: (url: string) => Preview | null
}

/** One request's question. */
export type Asked = {
  readonly offer: Offer
  readonly ignored: readonly string[]
  readonly requestId: string
  /** Of what cannot be read, or says otherwise than the offer. */
  readonly wrong?: WrongFields
}

type Reply = { readonly options: AnswerOptions; readonly asked: Asked; readonly paid: Paid }

/**
 * What the gate decided, in the words of the dialect that was spoken.
 *
 * @throws {SettlementPendingError} and whatever kept an answer from being made: `problemResponse` answers those.
 */
export function toResponse(outcome: GateOutcome, { options, asked, paid }: Reply): Response {
  const { offer, requestId } = asked
  const { terms, artifacts, clock } = options
  const dialect: Dialect = paid.kind === "transfer" ? "v2" : paid.payment.dialect
  const network = dialect === "v1" ? terms.networkV1 : terms.network
  switch (outcome.kind) {
    case "delivered": {
      const { transaction, payer, answer, soldAtMs } = outcome
      const amount = outcome.amount.toString()
      // Not the time of this request: who fetches again gets the same receipt.
      const extensions = artifacts?.receipt(terms, offer, { payer, transaction, nowMs: soldAtMs })
      const receipt = paymentResponse({ success: true, transaction, network, payer, amount, extensions })
      return answerResponse(answer, requestId, receipt)
    }
    case "refused": {
      const { reason, payer } = outcome
      const failure = { success: false, errorReason: reason, transaction: "", network, payer: payer ?? "" }
      if (keyFaults.has(reason)) throw new PaymentConflictError(reason, paymentResponse(failure))
      const wrong = faultyFields(reason, paid, { offer, terms, nowMs: clock() })
      return refusal(options, { ...asked, wrong }, reason, paymentResponse(failure))
    }
    case "pending": {
      const { transaction, payer, cause } = outcome
      const errorReason = "settlement_pending"
      const failure = { success: false, errorReason, transaction: transaction ?? "", network, payer }
      throw new SettlementPendingError({ transaction, headers: paymentResponse(failure), cause })
    }
    case "failed":
      throw outcome.cause
  }
}

const keyFaults: ReadonlySet<PaymentReason> = new Set(["payment_identifier_conflict", "payment_identifier_spent"])

type Delivered = Extract<GateOutcome, { kind: "delivered" }>

export function answerResponse(
  { body, etag }: Delivered["answer"],
  requestId: string,
  extra: Readonly<Record<string, string>> = {},
): Response {
  return responseOf(body, {
    headers: {
      ...machineHeaders(requestId),
      Vary: "X-PAYMENT, PAYMENT-SIGNATURE, SIGN-IN-WITH-X",
      ...(etag === null ? {} : { ETag: etag }),
      ...extra,
    },
  })
}

export function refusal(
  { terms, clock, newNonce, artifacts, previewOf }: AnswerOptions,
  { offer, ignored, requestId, wrong = {} }: Asked,
  reason: PaymentReason,
  extra: Readonly<Record<string, string>> = {},
): Response {
  const moment = { nowMs: clock(), nonce: newNonce(), artifacts, preview: previewOf(offer.url), ignored, wrong }
  const { headers, body } = challenge(terms, offer, reason, moment)
  return responseOf(body, { status: 402, headers: { ...machineHeaders(requestId), ...headers, ...extra } })
}

/** Whatever was sent as a payment hears what became of it; who sent it, and for which network, nobody knows. */
export function unreadable(options: AnswerOptions, asked: Asked, errorReason: PaymentReason): Response {
  const { network } = options.terms
  const failure = { success: false, errorReason, transaction: "", network, payer: "" }
  return refusal(options, asked, errorReason, paymentResponse(failure))
}

/** Both names, so that clients of either version find it. */
function paymentResponse(value: Readonly<Record<string, unknown>>): Record<string, string> {
  const encoded = encodeHeader(value)
  return { "PAYMENT-RESPONSE": encoded, "X-PAYMENT-RESPONSE": encoded }
}

/** Which purchase is fetched again: no receipt, for nothing is charged. A wallet may have bought the same elsewhere. */
export function purchaseHeader({
  authorization,
  transaction,
  answeredAtMs,
  settledAtMs,
}: Bought): Record<string, string> {
  const soldAtMs = answeredAtMs ?? settledAtMs
  const soldAt = soldAtMs === null ? null : new Date(soldAtMs).toISOString()
  const purchase = { nonce: authorization.nonce, amount: authorization.value.toString(), transaction, soldAt }
  return { "X-PURCHASE": JSON.stringify(purchase) }
}

/** Never a 402: the key is wrong, and a new signature under the same key would be refused as well. */
class PaymentConflictError extends AnsweredError {
  override readonly name = "PaymentConflictError"
  readonly code = "payment_conflict"
  readonly answer: AnsweredError["answer"]

  constructor(reason: PaymentReason, headers: Readonly<Record<string, string>>) {
    super(explainReason(reason), { details: { reason } })
    this.answer = { headers, charged: "no" }
  }
}

/** Never a 402: a client that sees 402 signs again and may pay twice. */
class SettlementPendingError extends AnsweredError {
  override readonly name = "SettlementPendingError"
  readonly code = "settlement_pending"
  override readonly retryable = true
  readonly answer: AnsweredError["answer"]

  constructor({ cause, ...answer }: Omit<AnsweredError["answer"], "charged"> & { readonly cause: unknown }) {
    super(
      "It is not known yet whether the payment went through. Repeat this request with the same payment header; " +
        "do not sign again.",
      { cause: cause ?? undefined },
    )
    this.answer = { ...answer, charged: "unknown" }
  }
}
